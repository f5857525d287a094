/*
 * Random programs through every executor and instruction set that this build and processor have: all must
 * leave the bytes that the reference interpreter leaves and say what it says.
 *
 *   fuzz_programs [--first SEED] [--count N] [--seconds S] [--only LIST] [--out FOLDER] [--statements M]
 *
 * Program number SEED of at most M statements (40) is always the same. LIST names executors and instruction sets, "jit,avx2". What fails
 * is made small and written to FOLDER (.) as SEED-EXECUTOR-SET.dxbc, .dis and .yaml for weft run; then the
 * search goes on, up to MAX_FAILURES. WEFT_FUZZ_FIRST, WEFT_FUZZ_COUNT, WEFT_FUZZ_SECONDS and WEFT_FUZZ_STATEMENTS
 * stand for the options.
 *
 * Programs run in child processes, some in each, so that a crash or a hang is a failure like any other.
 */
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "program_reduce.h"

enum {
    BATCH = 25,
    MAX_FAILURES = 20,
    LIMIT_MS = 60000,
    REDUCE_MS = 5000,
    REFERENCE_MS = 300,
    EXIT_FAILED = 42
};

enum outcome { SAME, DIFFERS, REFUSED, CRASHED, HUNG, REFERENCE_FAILED };
static const char *const outcome_names[] = {"same",    "other results", "no kernel",
                                            "a crash", "no end",        "the reference fails"};

/* What a child tells its parent, also when it dies. */
struct report {
    uint32_t seed;
    unsigned runner;
    enum outcome outcome;
    char text[600];
};

static struct report *report;
static struct case_runner runners[CASE_MAX_RUNNERS];
static unsigned runner_count;
static int statements;

static void limit_time(unsigned ms)
{
    const struct itimerval timer = {.it_value = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000}};

    setitimer(ITIMER_PROF, &timer,
              NULL); /* the time that is used, not that of the clock: the machine may be busy */
}

/* In a child: the case on the reference and on runners [first, end). Ends the process when one fails. Limits
 * in milliseconds: where instructions were taken out, loops may not end, which the reference tells soon. */
static void run_case(const struct program_case *c, unsigned first, unsigned end, unsigned reference_limit,
                     unsigned limit)
{
    static struct case_result expected, result;
    struct diag diag = {.code = DIAG_OK};

    report->seed = c->seed;
    report->runner = 0;
    limit_time(reference_limit);
    if (!case_run(c, &runners[0], NULL, &expected, &diag) || expected.code != DIAG_OK) {
        report->outcome = REFERENCE_FAILED;
        snprintf(report->text, sizeof(report->text), "%s", diag.text);
        _exit(EXIT_FAILED);
    }
    for (unsigned i = first; i < end; i++) {
        diag = (struct diag){.code = DIAG_OK};
        report->runner = i;
        limit_time(limit);
        case_run(c, &runners[i], NULL, &result, &diag);
        case_compare(&expected, &result, report->text, sizeof(report->text));
        if (!report->text[0])
            continue;
        report->outcome = DIFFERS;
        if (result.code != DIAG_OK) {
            report->outcome = REFUSED;
            snprintf(report->text, sizeof(report->text), "%s", diag.text);
        }
        _exit(EXIT_FAILED);
    }
    limit_time(0);
}

/* Waits for a child that ran cases, and completes its report. */
static enum outcome wait_for(pid_t child)
{
    int status;

    if (child < 0 || waitpid(child, &status, 0) < 0) {
        perror("fuzz_programs");
        exit(2);
    }
    if (WIFSIGNALED(status)) {
        report->outcome = WTERMSIG(status) == SIGPROF ? HUNG : CRASHED;
        snprintf(report->text, sizeof(report->text), "signal %d", WTERMSIG(status));
    } else if (WEXITSTATUS(status) && WEXITSTATUS(status) != EXIT_FAILED) {
        report->outcome = CRASHED; /* a sanitizer's */
        snprintf(report->text, sizeof(report->text), "exit status %d", WEXITSTATUS(status));
    }
    return report->outcome;
}

/* Seeds [first, end); the report tells of the first that fails. */
static enum outcome run_batch(uint32_t first, uint32_t end)
{
    pid_t child;

    *report = (struct report){.outcome = SAME};
    fflush(NULL);
    child = fork();
    if (child == 0) {
        for (uint32_t seed = first; seed != end; seed++) {
            struct program_case c;

            if (!case_make(&c, seed, statements))
                _exit(2);
            run_case(&c, 1, runner_count, LIMIT_MS, LIMIT_MS);
            case_free(&c);
        }
        _exit(0);
    }
    return wait_for(child);
}

static bool fails_the_same(const struct program_case *c, void *user)
{
    const struct report *wanted = user;
    pid_t child;

    *report = (struct report){.outcome = SAME};
    child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(2);
        run_case(c, wanted->runner, wanted->runner + 1, REFERENCE_MS, REDUCE_MS);
        _exit(0);
    }
    return wait_for(child) == wanted->outcome && report->runner == wanted->runner;
}

static void tell(const struct report *failure, const char *folder)
{
    static struct case_result expected;
    struct program_case c;
    char runner[32], name[64];
    unsigned left;

    case_runner_name(&runners[failure->runner], runner);
    printf("program %u on %s: %s: %s\n", failure->seed, runner, outcome_names[failure->outcome],
           failure->text);
    fflush(stdout);
    if (failure->outcome == REFERENCE_FAILED || !case_make(&c, failure->seed, statements))
        return;
    left = case_reduce(&c, fails_the_same, (void *)(uintptr_t)failure);
    snprintf(name, sizeof(name), "%u-%s-%s", failure->seed,
             kernel_executor_name(runners[failure->runner].executor),
             cpu_isa_name(runners[failure->runner].isa));
    if (case_run(&c, &runners[0], NULL, &expected, NULL) && case_write(&c, &expected, folder, name))
        printf(
            "  made small: %u instructions in %s/%s.dxbc; weft run %s.yaml %s.dxbc --executor %s --isa %s\n",
            left, folder, name, name, name, kernel_executor_name(runners[failure->runner].executor),
            cpu_isa_name(runners[failure->runner].isa));
    fflush(stdout);
    case_free(&c);
}

static unsigned long number_of(const char *text, const char *variable, unsigned long otherwise)
{
    char *end;
    unsigned long value;

    if (!text)
        text = getenv(variable);
    if (!text || !*text)
        return otherwise;
    value = strtoul(text, &end, 0);
    if (*end) {
        fprintf(stderr, "a number is expected, not \"%s\"\n", text);
        exit(2);
    }
    return value;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"--first", "--count", "--seconds", "--only", "--out", "--statements"};
    enum { OPTIONS = sizeof(names) / sizeof(*names) };
    const char *options[OPTIONS] = {NULL};
    unsigned failures = 0;
    time_t begin = time(NULL);

    for (int i = 1; i < argc; i += 2) {
        int o = 0;

        while (o < OPTIONS && strcmp(argv[i], names[o]) != 0)
            o++;
        if (o == OPTIONS || i + 1 == argc) {
            fprintf(stderr,
                    "Usage: %s [--first SEED] [--count N] [--seconds S] [--only LIST] [--out FOLDER]"
                    " [--statements M]\n",
                    argv[0]);
            return 2;
        }
        options[o] = argv[i + 1];
    }
    uint32_t first = (uint32_t)number_of(options[0], "WEFT_FUZZ_FIRST", 1);
    uint32_t count = (uint32_t)number_of(options[1], "WEFT_FUZZ_COUNT", 1000);
    unsigned long seconds = number_of(options[2], "WEFT_FUZZ_SECONDS", 0);

    statements = (int)number_of(options[5], "WEFT_FUZZ_STATEMENTS", RANDOM_STATEMENTS);
    runner_count = case_runners(runners, options[3]);
    report = mmap(NULL, sizeof(*report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED || runner_count < 2) {
        fprintf(stderr, "nothing to compare\n");
        return 2;
    }
    uint32_t done = 0;
    while (done < count && failures < MAX_FAILURES &&
           (!seconds || (unsigned long)(time(NULL) - begin) < seconds)) {
        uint32_t size = count - done < BATCH ? count - done : BATCH;

        if (run_batch(first + done, first + done + size) == SAME) {
            done += size;
            continue;
        }
        struct report failure = *report;
        tell(&failure, options[4] ? options[4] : ".");
        failures++;
        done = failure.seed - first + 1;
    }
    printf("fuzz_programs: %u programs from %u on, on", done, first);
    for (unsigned i = 1; i < runner_count; i++) {
        char text[32];

        printf("%s %s", i > 1 ? "," : "", case_runner_name(&runners[i], text));
    }
    printf(": %u failures in %ld s\n", failures, (long)(time(NULL) - begin));
    return failures != 0;
}
