/*
 * The commands with too little memory: each runs in a process of its own with the n-th allocation failing, for
 * every n until none is left to fail, then with allocations failing at random.
 *
 * What must hold: the process ends by itself with one of the exit statuses of the commands, under AddressSanitizer
 * without a leak, and when it fails it has said why.
 *
 *   starved [--stride N] [--random N]
 */
#include "../support/starve.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"

enum { MAX_WORDS = 10, STATUSES = 5, MOST = 20000, LIMIT_SECONDS = 120 };

static const struct command {
    int (*run)(int argc, char **argv);
    const char *words[MAX_WORDS];
} commands[] = {
    {cmd_dis, {"dis", "arrays.dxbc"}},
    {cmd_dis, {"dis", "--exact", "../../golden/gs_5_0_streams.dxbc"}},
    {cmd_dis, {"dis", "--lines", "../../golden/lines/lines.dxbc"}},
    {cmd_asm, {"asm", "../../golden/hs_5_0_quad.dis", "-o", "/dev/null"}},
    {cmd_asm, {"asm", "../../golden/cs_5_0_classes.dis", "-o", "/dev/null"}},
    {cmd_validate, {"validate", "../../golden/ps_5_0_everything.dxbc"}},
    {cmd_reflect, {"reflect", "--json", "../../golden/cs_5_0_classes.dxbc"}},
    {cmd_info, {"info", "arrays.dxbc"}},
    {cmd_run, {"run", "arrays.yaml", "arrays.dxbc"}},
    {cmd_run, {"run", "--json", "counters.yaml", "counters.dxbc"}},
    {cmd_run, {"run", "--hash", "sample.yaml", "sample.dxbc"}},
    {cmd_run, {"run", "picture.yaml", "picture.dxbc", "-r", "Out", "-o", "/dev/null"}},
    {cmd_check, {"check", "--json", "arrays.yaml", "arrays.dxbc", "--orders", "1"}},
    {cmd_trace, {"trace", "--thread", "1,0,0", "arrays.yaml", "arrays.dxbc"}},
};
enum { COMMAND_COUNT = sizeof(commands) / sizeof(commands[0]) };

/* In the child. */
static int run_command(const struct command *command, FILE *said)
{
    char *words[MAX_WORDS + 1] = {NULL};
    int count = 0;
    for (; count < MAX_WORDS && command->words[count]; count++)
        words[count] = (char *)command->words[count];
    if (!freopen("/dev/null", "w", stdout) || dup2(fileno(said), STDERR_FILENO) < 0)
        _exit(99);
    alarm(LIMIT_SECONDS);
    optind = 0;
    return command->run(count, words);
}

static void complain(const struct command *command, const char *what, long n, FILE *said)
{
    char line[400];
    fprintf(stderr, "%s %s: %s, with allocation %ld\n", command->words[0], command->words[1], what, n);
    rewind(said);
    while (fgets(line, sizeof(line), said))
        fprintf(stderr, "    %s", line);
}

/* One run; false when it is not as it must be. */
static bool run_once(const struct command *command, long n, uint32_t odds, int *status)
{
    FILE *said = tmpfile();
    if (!said)
        return false;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        atomic_store(&starve.random, (uint64_t)n * 0xD1342543DE82EF95 + 1);
        atomic_store(&starve.odds, odds);
        atomic_store(&starve.budget, odds ? -1 : n);
        exit(run_command(command, said));
    }
    int result;
    bool good = child > 0 && waitpid(child, &result, 0) == child;
    *status = good && WIFEXITED(result) ? WEXITSTATUS(result) : -1;
    if (*status < 0 || *status >= STATUSES) {
        complain(command, *status < 0 ? "a signal" : "a strange exit status", n, said);
        good = false;
    } else if (*status > CLI_RULE_FAILED && lseek(fileno(said), 0, SEEK_END) == 0) {
        complain(command, "failed without a word", n, said);
        good = false;
    }
    fclose(said);
    return good;
}

/* How many allocations the command makes when nothing fails. */
static long count_allocations(const struct command *command)
{
    int channel[2];
    long count = 0;
    FILE *said = tmpfile();
    if (!said || pipe(channel) != 0)
        return 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        atomic_store(&starve.budget, MOST);
        run_command(command, said);
        count = MOST - atomic_load(&starve.budget);
        _exit(write(channel[1], &count, sizeof(count)) == sizeof(count) ? 0 : 99);
    }
    close(channel[1]);
    if (read(channel[0], &count, sizeof(count)) != sizeof(count))
        count = 0;
    close(channel[0]);
    waitpid(child, NULL, 0);
    fclose(said);
    return count;
}

int main(int argc, char **argv)
{
    long stride = 1, randoms = 20;
    unsigned failures = 0, runs = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--stride") == 0)
            stride = atol(argv[i + 1]);
        else if (strcmp(argv[i], "--random") == 0)
            randoms = atol(argv[i + 1]);
    }
    setenv("WEFT_THREADS", "2", 1);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        const long count = count_allocations(&commands[i]);
        int status = 0;
        unsigned refused = 0;
        if (count <= 0) {
            fprintf(stderr, "%s %s does not run\n", commands[i].words[0], commands[i].words[1]);
            failures++;
        }
        for (long n = (long)(i % (size_t)stride); n < count; n += stride, runs++) {
            failures += !run_once(&commands[i], n, 0, &status);
            refused += status > CLI_RULE_FAILED;
        }
        for (long n = 0; n < randoms; n++, runs++)
            failures += !run_once(&commands[i], n, 5 + 40 * (uint32_t)(n % 8), &status);
        printf("%s %s: %ld allocations, %u runs refused\n", commands[i].words[0], commands[i].words[1], count, refused);
    }
    printf("%u runs, %u failures\n", runs, failures);
    return failures != 0;
}
