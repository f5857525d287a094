/*
 * main() for fuzz targets without libFuzzer:
 *
 *   fuzz_x FILE...                                  replays files
 *   fuzz_x --truncations FILE...                    every prefix of each file, then cuts that fit the headers
 *   fuzz_x --mutations N [--seed S] [--first I] FILE...   mutants I to I + N - 1, the files taking turns
 *   further: --limit SECONDS of CPU time for an input (20)
 *            --save FILE for the input that failed (failed-<target>.bin)
 *
 * Mutant number I of a seed and a list of files is always the same. An input that crashes, hangs or breaks a
 * promise is saved and named; the program then ends with a failure.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "fuzz.h"

struct seed_file {
    const char *path;
    uint8_t *bytes;
    size_t size;
};

static struct {
    const uint8_t *data; /* the input being run */
    size_t size;
    const char *path;
    uint64_t seed;
    unsigned long number;
    const char *what; /* "mutant" */
    const char *save_path;
    unsigned limit_seconds;
    unsigned long runs;
} state = {.limit_seconds = 20};

/* Called from signal handlers: no streams, no memory. */
static void save_input(void)
{
    int file;

    if (!state.data)
        return;
    dprintf(STDERR_FILENO, "fuzz: %s %lu of seed %llu, from %s\n", state.what, state.number,
            (unsigned long long)state.seed, state.path);
    file = open(state.save_path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file >= 0 && write(file, state.data, state.size) == (ssize_t)state.size)
        dprintf(STDERR_FILENO, "fuzz: the input is in %s\n", state.save_path);
    state.data = NULL;
}

static void on_signal(int number)
{
    bool late = number == SIGPROF || number == SIGALRM;

    dprintf(STDERR_FILENO, "fuzz: %s\n", late ? "the input takes too long" : "crashed");
    save_input();
    _exit(1);
}

void fuzz_fail(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("fuzz: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    save_input();
    _exit(1);
}

/* Sanitizers end the program themselves; they call this before they do. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

/* Seconds of CPU time, so that a busy machine does not matter, and many more on the clock, for inputs that
 * sleep. */
static void limit_time(unsigned seconds)
{
    struct itimerval timer = {.it_value = {.tv_sec = seconds}};

    setitimer(ITIMER_PROF, &timer, NULL);
    alarm(seconds * 20);
}

static void catch_failures(void)
{
    signal(SIGALRM, on_signal);
    signal(SIGPROF, on_signal);
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(save_input);
        return;
    }
    signal(SIGSEGV, on_signal);
    signal(SIGBUS, on_signal);
    signal(SIGFPE, on_signal);
    signal(SIGILL, on_signal);
    signal(SIGABRT, on_signal);
}

static void run_input(const uint8_t *data, size_t size)
{
    /* a copy of exactly that size, so that reads past the end are seen */
    uint8_t *copy = malloc(size ? size : 1);

    if (!copy)
        exit(2);
    if (size)
        memcpy(copy, data, size);
    state.data = copy;
    state.size = size;
    limit_time(state.limit_seconds);
    LLVMFuzzerTestOneInput(copy, size);
    limit_time(0);
    state.data = NULL;
    state.runs++;
    free(copy);
}

static void run_truncations(const struct seed_file *file)
{
    struct mutant mutant = {0};

    state.path = file->path;
    state.what = "truncation";
    for (size_t size = 0; size < file->size; size++) {
        state.number = size;
        run_input(file->bytes, size);
    }
    state.what = "cut";
    for (unsigned long i = 0; fuzz_target.cut; i++) {
        mutant_set(&mutant, file->bytes, file->size);
        if (!fuzz_target.cut(&mutant, i))
            break;
        state.number = i;
        run_input(mutant.bytes, mutant.size);
    }
    mutant_free(&mutant);
}

static void run_mutations(const struct seed_file *files, unsigned file_count, unsigned long first,
                          unsigned long count)
{
    struct mutant mutant = {0};

    state.what = "mutant";
    for (unsigned long i = first; i < first + count; i++) {
        const struct seed_file *file = &files[i % file_count];
        struct fuzz_random random = {state.seed * 0x2545F4914F6CDD1D + i * 0x9E3779B97F4A7C15};

        fuzz_random_next(&random);
        mutant_set(&mutant, file->bytes, file->size);
        fuzz_target.mutate(&mutant, &random);
        state.path = file->path;
        state.number = i;
        run_input(mutant.bytes, mutant.size);
    }
    mutant_free(&mutant);
}

static bool read_file(const char *path, struct seed_file *out)
{
    FILE *file = fopen(path, "rb");
    long size;

    *out = (struct seed_file){.path = path};
    if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET)) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return false;
    }
    out->size = (size_t)size;
    out->bytes = malloc(out->size + 1);
    if (!out->bytes || fread(out->bytes, 1, out->size, file) != out->size) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return false;
    }
    fclose(file);
    return true;
}

static unsigned long parse_number(const char *text)
{
    char *end;
    unsigned long value = text ? strtoul(text, &end, 0) : 0;

    if (!text || !*text || *end) {
        fprintf(stderr, "a number is expected, not \"%s\"\n", text ? text : "");
        exit(2);
    }
    return value;
}

int main(int argc, char **argv)
{
    static char save_path[64];
    static struct seed_file *files; /* static: still reachable where main gives up early */
    unsigned file_count = 0;
    unsigned long mutations = 0, first = 0;
    bool truncations = false;

    files = calloc((size_t)argc, sizeof(*files));
    snprintf(save_path, sizeof(save_path), "failed-%s.bin", fuzz_target.name);
    state.save_path = save_path;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--truncations"))
            truncations = true;
        else if (!strcmp(argv[i], "--mutations"))
            mutations = parse_number(argv[++i]);
        else if (!strcmp(argv[i], "--seed"))
            state.seed = parse_number(argv[++i]);
        else if (!strcmp(argv[i], "--first"))
            first = parse_number(argv[++i]);
        else if (!strcmp(argv[i], "--limit"))
            state.limit_seconds = (unsigned)parse_number(argv[++i]);
        else if (!strcmp(argv[i], "--save") && argv[i + 1])
            state.save_path = argv[++i];
        else if (!files || !read_file(argv[i], &files[file_count++]))
            return 2;
    }
    if (!file_count) {
        fprintf(stderr,
                "Usage: %s [--truncations] [--mutations N [--seed S] [--first I]] [--limit SECONDS] "
                "[--save FILE] FILE...\n",
                argv[0]);
        return 2;
    }
    catch_failures();
    atexit(save_input); /* a target that exits has failed */
    state.what = "file";
    for (unsigned i = 0; i < file_count; i++) {
        state.path = files[i].path;
        run_input(files[i].bytes, files[i].size);
    }
    for (unsigned i = 0; truncations && i < file_count; i++)
        run_truncations(&files[i]);
    if (mutations)
        run_mutations(files, file_count, first, mutations);
    printf("%s: %lu inputs from %u files\n", fuzz_target.name, state.runs, file_count);
    fuzz_target.summary(stdout);
    for (unsigned i = 0; i < file_count; i++)
        free(files[i].bytes);
    free(files);
    return 0;
}
