/*
 * What the harness needs from the operating system, for Linux (platform_posix.c) and Windows
 * (platform_windows.c).
 */
#ifndef PLATFORM_H
#define PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Seconds on a clock that never jumps and that all processes of the machine share. */
double platform_seconds(void);
void platform_sleep_ms(unsigned ms);

/* Asks for huge pages for memory that nobody has touched yet, so that the C side has what a device may have: the system
 * gives them for the asking, or does not. */
void platform_huge_pages(void *memory, size_t bytes);

/* The most memory that this process held at once, since the last reset where the system can do that. */
uint64_t platform_peak_memory(void);
void platform_reset_peak_memory(void);

/* Runs this program again with these arguments (NULL at the end; without the program's name), with the
 * environment variable set there alone (NULL: none), and waits. What it printed goes to output, cut to size -
 * 1 bytes. The exit status, or -1 when it could not be started or died. */
int platform_run_self(const char *const *arguments, const char *variable, const char *value, char *output,
                      size_t size);

bool platform_is_terminal(void);             /* standard error */
bool platform_make_folder(const char *path); /* true also when it is there */
const char *platform_system(void);           /* "linux", "windows", "windows (wine)" */
void platform_processor(char *name, size_t size);
uint64_t platform_memory(void);
uint64_t platform_cache_bytes(void);        /* of the last level; 0 when unknown */
bool platform_has_reference_features(void); /* what this build's C references were compiled for */

#endif
