/*
 * SVG by hand: a plot is a few lines of text, and a library for it would be larger than this file.
 */
#include "svg.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* The largest of 1, 2, 5 times a power of ten that is not above the value. */
static double step_below(double value)
{
    double power = pow(10, floor(log10(value) + 1e-9)), lead = value / power + 1e-9;
    return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

static double step_above(double value)
{
    double below = step_below(value);
    if (below >= value * (1 - 1e-9))
        return below;
    double lead = below / pow(10, floor(log10(below) + 1e-9));
    return below * (lead > 1.5 && lead < 4 ? 2.5 : 2);
}

void axis_round(struct axis *axis, double least)
{
    if (!axis->log) {
        axis->high = step_above(axis->high > 0 ? axis->high : 1);
        return;
    }
    double wide = axis->high / axis->low;
    if (wide < least) {
        axis->high *= sqrt(least / wide);
        axis->low /= sqrt(least / wide);
    }
    axis->low = step_below(axis->low);
    axis->high = step_above(axis->high);
}

double axis_at(const struct axis *axis, double value)
{
    double part = axis->log ? log(value / axis->low) / log(axis->high / axis->low)
                            : (value - axis->low) / (axis->high - axis->low);
    return axis->from + part * (axis->to - axis->from);
}

static unsigned log_ticks(const struct axis *axis, unsigned wanted, double *ticks)
{
    static const double leads[] = {1, 2, 5};
    double decades = log10(axis->high / axis->low);
    bool fine = decades * 3 <= wanted + 1;
    unsigned count = 0, every = fine ? 1 : (unsigned)ceil(decades / wanted);
    for (int power = (int)floor(log10(axis->low) - 1e-9); power <= 15 && count < AXIS_TICKS; power++)
        for (unsigned i = 0; i < (fine ? 3 : 1) && count < AXIS_TICKS; i++) {
            double value = leads[i] * pow(10, power);
            bool inside = value >= axis->low * (1 - 1e-9) && value <= axis->high * (1 + 1e-9);
            if (inside && (every <= 1 || ((power % (int)every) + (int)every) % (int)every == 0))
                ticks[count++] = value;
        }
    return count;
}

unsigned axis_ticks(const struct axis *axis, unsigned wanted, double *ticks)
{
    if (axis->log)
        return log_ticks(axis, wanted, ticks);
    double step = fmax(step_above((axis->high - axis->low) / wanted), axis->whole ? 1 : 0);
    unsigned count = 0;
    for (double k = ceil(axis->low / step - 1e-9); k * step <= axis->high + step * 1e-6 && count < AXIS_TICKS;
         k++)
        ticks[count++] = k == 0 ? 0 : k * step; /* not -0 */
    return count;
}

const char *number_text(double value, char *text, size_t size)
{
    static const struct {
        double scale;
        const char *suffix;
    } scales[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
    for (unsigned i = 0; i < sizeof scales / sizeof scales[0]; i++)
        if (fabs(value) >= scales[i].scale * 0.9995) {
            snprintf(text, size, "%.3g%s", value / scales[i].scale, scales[i].suffix);
            return text;
        }
    snprintf(text, size, fabs(value) >= 1e-4 || value == 0 ? "%.3g" : "%.0e", value);
    return text;
}

void page_text(FILE *page, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", page);
            break;
        case '<':
            fputs("&lt;", page);
            break;
        case '>':
            fputs("&gt;", page);
            break;
        case '"':
            fputs("&quot;", page);
            break;
        default:
            fputc(*text, page);
        }
}

void svg_open(FILE *page, double width, double height, const char *title)
{
    fprintf(page, "<svg viewBox=\"0 0 %g %g\" width=\"%g\" role=\"img\" aria-label=\"", width, height, width);
    page_text(page, title);
    fputs("\">\n", page);
}

void svg_close(FILE *page)
{
    fputs("</svg>\n", page);
}

void svg_line(FILE *page, const char *class, double x1, double y1, double x2, double y2)
{
    fprintf(page, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class, x1, y1, x2,
            y2);
}

void svg_text(FILE *page, const char *class, const char *anchor, double x, double y, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(page, "<text class=\"%s\" text-anchor=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, anchor, x, y);
    page_text(page, text);
    fputs("</text>\n", page);
}

void svg_text_along(FILE *page, const char *class, double x1, double y1, double x2, double y2,
                    const char *format, ...)
{
    char text[256];
    va_list arguments;
    double x = (x1 + x2) / 2, y = (y1 + y2) / 2, degrees = atan2(y2 - y1, x2 - x1) * 180 / acos(-1);
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(page,
            "<text class=\"%s\" text-anchor=\"middle\" transform=\"translate(%.1f %.1f) rotate(%.1f)\" "
            "dy=\"-6\">",
            class, x, y, degrees);
    page_text(page, text);
    fputs("</text>\n", page);
}

void svg_dot(FILE *page, const char *class, double x, double y, double radius, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(page, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%g\"><title>", class, x, y, radius);
    page_text(page, text);
    fputs("</title></circle>\n", page);
}

void svg_x_axis(FILE *page, const struct axis *x, const struct axis *y, unsigned wanted)
{
    double ticks[AXIS_TICKS], bottom = fmax(y->from, y->to), top = fmin(y->from, y->to);
    unsigned count = axis_ticks(x, wanted, ticks);
    char text[32];
    for (unsigned i = 0; i < count; i++) {
        double at = axis_at(x, ticks[i]);
        svg_line(page, "grid", at, top, at, bottom);
        svg_text(page, "tick", "middle", at, bottom + 15, "%s", number_text(ticks[i], text, sizeof text));
    }
    svg_line(page, "base", x->from, bottom, x->to, bottom);
}

void svg_y_axis(FILE *page, const struct axis *x, const struct axis *y, unsigned wanted)
{
    double ticks[AXIS_TICKS];
    unsigned count = axis_ticks(y, wanted, ticks);
    char text[32];
    for (unsigned i = 0; i < count; i++) {
        double at = axis_at(y, ticks[i]);
        svg_line(page, "grid", x->from, at, x->to, at);
        svg_text(page, "tick", "end", x->from - 6, at + 3.5, "%s", number_text(ticks[i], text, sizeof text));
    }
}

void labels_block(struct labels *labels, double x, double y, double radius)
{
    if (labels->count < LABELS)
        labels->boxes[labels->count++] = (struct label_box){x - radius, y - radius, x + radius, y + radius};
}

static bool is_free(const struct labels *labels, const struct label_box *box)
{
    const struct label_box *area = &labels->area;
    if (box->left < area->left || box->right > area->right || box->top < area->top ||
        box->bottom > area->bottom)
        return false;
    for (unsigned i = 0; i < labels->count; i++) {
        const struct label_box *other = &labels->boxes[i];
        if (box->left < other->right && other->left < box->right && box->top < other->bottom &&
            other->top < box->bottom)
            return false;
    }
    return true;
}

/* Right of the dot, left of it, above, below, and then the same further away, with a line to the dot. */
void labels_place(struct labels *labels, FILE *page, const char *class, double x, double y, const char *text)
{
    double width = 6.9 * (double)strlen(text), height = 13;
    for (double away = 0; away < 90; away += 7)
        for (unsigned side = 0; side < 6; side++) {
            static const double sideways[] = {1, -1, 0, 0, 1, -1}, down[] = {0, 0, -1, 1, -1, -1};
            double middle_x = x + sideways[side] * (9 + width / 2 + (side < 4 ? away : away / 2));
            double middle_y = y + down[side] * (11 + away);
            struct label_box box = {middle_x - width / 2, middle_y - height / 2, middle_x + width / 2,
                                    middle_y + height / 2};
            if (!is_free(labels, &box) || labels->count == LABELS)
                continue;
            labels->boxes[labels->count++] = box;
            if (away > 6)
                svg_line(page, "leader", x, y,
                         sideways[side] > 0   ? box.left
                         : sideways[side] < 0 ? box.right
                                              : middle_x,
                         down[side] < 0   ? box.bottom - 2
                         : down[side] > 0 ? box.top + 2
                                          : middle_y);
            svg_text(page, class, "middle", middle_x, middle_y + 4, "%s", text);
            return;
        }
}
