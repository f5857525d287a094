/*
 * platform.h on Windows (and Wine).
 */
#include "platform.h"

#include <windows.h>

#include <errno.h>
#include <direct.h>
#include <io.h>
#include <psapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double platform_seconds(void)
{
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (double)count.QuadPart / (double)frequency.QuadPart;
}

void platform_sleep_ms(unsigned ms)
{
    Sleep(ms);
}

void platform_huge_pages(void *memory, size_t bytes)
{
    /* Large pages are a privilege on Windows, which neither side of a comparison asks for. */
}

uint64_t platform_peak_memory(void)
{
    PROCESS_MEMORY_COUNTERS counters = {.cb = sizeof counters};
    if (!GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters))
        return 0;
    return counters.PeakWorkingSetSize;
}

void platform_reset_peak_memory(void)
{
    /* Windows keeps the peak of the whole process. */
}

/* Arguments of ours hold no quotes, so that quotes around each are enough. False when the line is too long.
 */
static bool command_line(char *line, size_t size, const char *const *arguments)
{
    char program[MAX_PATH];
    DWORD length = GetModuleFileNameA(NULL, program, sizeof program);
    if (!length || length == sizeof program)
        return false;
    size_t used = (size_t)snprintf(line, size, "\"%s\"", program);
    for (; *arguments && used < size; arguments++)
        used += (size_t)snprintf(line + used, size - used, " \"%s\"", *arguments);
    return used < size;
}

static void read_all(HANDLE file, char *output, size_t size)
{
    char rest[512];
    size_t used = 0;
    DWORD got;
    for (;;) {
        bool room = used + 1 < size;
        if (!ReadFile(file, room ? output + used : rest, (DWORD)(room ? size - 1 - used : sizeof rest), &got,
                      NULL) ||
            !got)
            break;
        if (room)
            used += got;
    }
    output[used] = '\0';
}

int platform_run_self(const char *const *arguments, const char *variable, const char *value, char *output,
                      size_t size)
{
    SECURITY_ATTRIBUTES inherit = {.nLength = sizeof inherit, .bInheritHandle = TRUE};
    STARTUPINFOA start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION process;
    char line[2048], before[256];
    HANDLE from_child, to_parent;
    DWORD status = (DWORD)-1;
    output[0] = '\0';
    if (!command_line(line, sizeof line, arguments) || !CreatePipe(&from_child, &to_parent, &inherit, 0))
        return -1;
    SetHandleInformation(from_child, HANDLE_FLAG_INHERIT, 0);
    start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    start.hStdOutput = to_parent;
    start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    DWORD had = variable ? GetEnvironmentVariableA(variable, before, sizeof before) : 0;
    if (variable)
        SetEnvironmentVariableA(variable, value);
    BOOL started = CreateProcessA(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &process);
    if (variable)
        SetEnvironmentVariableA(variable, had && had < sizeof before ? before : NULL);
    CloseHandle(to_parent);
    if (started) {
        read_all(from_child, output, size);
        WaitForSingleObject(process.hProcess, INFINITE);
        GetExitCodeProcess(process.hProcess, &status);
        CloseHandle(process.hThread);
        CloseHandle(process.hProcess);
    }
    CloseHandle(from_child);
    return (int)status;
}

bool platform_is_terminal(void)
{
    return _isatty(_fileno(stderr));
}

bool platform_make_folder(const char *path)
{
    return !_mkdir(path) || errno == EEXIST;
}

const char *platform_system(void)
{
    HMODULE ntdll = GetModuleHandleA("ntdll.dll");
    return ntdll && GetProcAddress(ntdll, "wine_get_version") ? "windows (wine)" : "windows";
}

void platform_processor(char *name, size_t size)
{
    DWORD bytes = (DWORD)size;
    if (RegGetValueA(HKEY_LOCAL_MACHINE, "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0",
                     "ProcessorNameString", RRF_RT_REG_SZ, NULL, name, &bytes))
        snprintf(name, size, "unknown");
}

uint64_t platform_memory(void)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? status.ullTotalPhys : 0;
}

uint64_t platform_cache_bytes(void)
{
    SYSTEM_LOGICAL_PROCESSOR_INFORMATION info[256];
    DWORD bytes = sizeof info;
    uint64_t best = 0;
    if (!GetLogicalProcessorInformation(info, &bytes))
        return 0;
    for (DWORD i = 0; i < bytes / sizeof info[0]; i++)
        if (info[i].Relationship == RelationCache && info[i].Cache.Level == 3 && info[i].Cache.Size > best)
            best = info[i].Cache.Size;
    return best;
}

/* Compiled for x86-64-v3: the program may have come from elsewhere. */
bool platform_has_reference_features(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
}
