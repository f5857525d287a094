/*
 * See code_host.h. The generator and libLLVM go in by size and time of their files: a new build of either
 * makes other code.
 */
#include "code_host.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#if defined(__x86_64__)
#include <cpuid.h>
#else
#include <sys/auxv.h>
#endif

#include "jit_module.h"

static char host[1024];

static size_t add(size_t used, const char *text, uint64_t number)
{
    int count = snprintf(host + used, sizeof(host) - used, "%s%" PRIx64, text, number);
    return count > 0 && used + (size_t)count < sizeof(host) ? used + (size_t)count : used;
}

/* Family, model and all feature bits, but nothing that differs from core to core. */
static size_t add_processor(size_t used)
{
#if defined(__x86_64__)
    unsigned eax, ebx, ecx, edx;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) {
        used = add(used, " cpu ", eax);
        used = add(used, ",", ecx);
        used = add(used, ",", edx);
    }
    for (unsigned leaf = 0; leaf < 2; leaf++)
        if (__get_cpuid_count(7, leaf, &eax, &ebx, &ecx, &edx)) {
            used = add(used, ",", leaf ? eax : 0);
            used = add(used, ",", ebx);
            used = add(used, ",", ecx);
            used = add(used, ",", edx);
        }
#else
    used = add(used, " cpu ", getauxval(AT_HWCAP));
    used = add(used, ",", getauxval(AT_HWCAP2));
#endif
    return used;
}

static size_t add_file(size_t used, const char *name, const char *path)
{
    struct stat status;
    if (stat(path, &status))
        return used;
    used = add(used, name, (uint64_t)status.st_size);
    used = add(used, ",", (uint64_t)status.st_mtim.tv_sec);
    return add(used, ".", (uint64_t)status.st_mtim.tv_nsec);
}

static void describe(void)
{
    char path[1024];
    size_t used = (size_t)snprintf(host, sizeof(host), "llvm %s", WEFT_LLVM_VERSION);
    used = add_processor(used);
    if (jit_module_path(path, sizeof(path)))
        used = add_file(used, " module ", path);
    add_file(used, " libllvm ", WEFT_LLVM_LIBRARY);
}

const char *code_host_text(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, describe);
    return host;
}
