/*
 * platform.h on Linux.
 */
#include "platform.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { RUN_ARGUMENTS = 32 };

double platform_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void platform_sleep_ms(unsigned ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

void platform_huge_pages(void *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = ((uintptr_t)memory + page - 1) & ~(page - 1), end = ((uintptr_t)memory + bytes) & ~(page - 1);
    if (begin < end)
        madvise((void *)begin, end - begin, MADV_HUGEPAGE);
#endif
}

/* The value of "NAME:  value" in a file of /proc, without the blanks. */
static bool read_proc(const char *path, const char *name, char *value, size_t size)
{
    char line[256];
    bool found = false;
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    while (!found && fgets(line, sizeof line, file)) {
        size_t length = strlen(name);
        char *colon = strchr(line, ':');
        if (strncmp(line, name, length) || !colon)
            continue;
        colon[1 + strcspn(colon + 1, "\n")] = '\0';
        snprintf(value, size, "%s", colon + 1 + strspn(colon + 1, " \t"));
        found = true;
    }
    fclose(file);
    return found;
}

uint64_t platform_peak_memory(void)
{
    char value[64];
    struct rusage usage;
    if (read_proc("/proc/self/status", "VmHWM", value, sizeof value))
        return strtoull(value, NULL, 10) * 1024;
    getrusage(RUSAGE_SELF, &usage);
    return (uint64_t)usage.ru_maxrss * 1024;
}

void platform_reset_peak_memory(void)
{
    int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return;
    /* Refused in some containers; then the peak goes on from before. */
    ssize_t written = write(file, "5", 1);
    (void)written;
    close(file);
}

static void read_all(int file, char *output, size_t size)
{
    char rest[512];
    size_t used = 0;
    for (;;) {
        bool room = used + 1 < size;
        ssize_t got = read(file, room ? output + used : rest, room ? size - 1 - used : sizeof rest);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        if (room)
            used += (size_t)got;
    }
    output[used] = '\0';
}

/* The environment with one variable set, as an array that the caller frees; the strings belong to others. */
static char **environment_with(char *assignment, const char *variable)
{
    size_t count = 0, length = variable ? strlen(variable) : 0;
    while (environ[count])
        count++;
    char **list = calloc(count + 2, sizeof *list);
    if (!list)
        return NULL;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!variable || strncmp(environ[i], variable, length) || environ[i][length] != '=')
            list[kept++] = environ[i];
    if (variable)
        list[kept] = assignment;
    return list;
}

int platform_run_self(const char *const *arguments, const char *variable, const char *value, char *output,
                      size_t size)
{
    char *argv[RUN_ARGUMENTS + 2] = {"weft-bench"}, assignment[256];
    posix_spawn_file_actions_t actions;
    int ends[2], status = -1;
    pid_t child;
    for (unsigned i = 0; i < RUN_ARGUMENTS && arguments[i]; i++)
        argv[i + 1] = (char *)arguments[i];
    snprintf(assignment, sizeof assignment, "%s=%s", variable ? variable : "", value ? value : "");
    output[0] = '\0';
    char **environment = environment_with(assignment, variable);
    if (!environment || pipe2(ends, O_CLOEXEC)) {
        free(environment);
        return -1;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    bool started = !posix_spawn(&child, "/proc/self/exe", &actions, NULL, argv, environment);
    posix_spawn_file_actions_destroy(&actions);
    free(environment);
    close(ends[1]);
    if (started) {
        read_all(ends[0], output, size);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
        status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    close(ends[0]);
    return status;
}

bool platform_is_terminal(void)
{
    return isatty(STDERR_FILENO);
}

bool platform_make_folder(const char *path)
{
    return !mkdir(path, 0777) || errno == EEXIST;
}

const char *platform_system(void)
{
    return "linux";
}

void platform_processor(char *name, size_t size)
{
    if (!read_proc("/proc/cpuinfo", "model name", name, size))
        snprintf(name, size, "unknown");
}

uint64_t platform_memory(void)
{
    return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t platform_cache_bytes(void)
{
    long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
    return bytes > 0 ? (uint64_t)bytes : 0;
}

/* Compiled for the machine that builds. */
bool platform_has_reference_features(void)
{
    return true;
}
