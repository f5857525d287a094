/*
 * The progress bar.
 */
#include "progress.h"

#include "platform.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { BAR = 24, TEXT = 52 };

void progress_start(struct progress *progress, unsigned total)
{
    *progress = (struct progress){.shown = platform_is_terminal(), .total = total ? total : 1};
}

void progress_say(const struct progress *progress, const char *format, ...)
{
    char text[TEXT + 1], bar[BAR + 1];
    va_list arguments;
    if (!progress->shown)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    unsigned full = progress->done * BAR / progress->total;
    memset(bar, '.', BAR);
    memset(bar, '#', full);
    bar[BAR] = '\0';
    fprintf(stderr, "\r[%s] %u/%u %-*s", bar, progress->done, progress->total, TEXT, text);
    fflush(stderr);
}

void progress_step(struct progress *progress)
{
    if (progress->done < progress->total)
        progress->done++;
}

void progress_clear(const struct progress *progress)
{
    if (progress->shown)
        fprintf(stderr, "\r%*s\r", BAR + TEXT + 12, "");
}
