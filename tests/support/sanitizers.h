/*
 * What runs the test. ThreadSanitizer loses count of threads in forked children of processes that had several:
 * tests of such children skip under it.
 */
#ifndef TESTS_SUPPORT_SANITIZERS_H
#define TESTS_SUPPORT_SANITIZERS_H

#if defined(__SANITIZE_THREAD__)
#define UNDER_TSAN 1
#else
#define UNDER_TSAN 0
#endif

#endif
