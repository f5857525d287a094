/*
 * Windows events: what <synchapi.h> declares.
 *
 * A handle is four times the place in a table, as on Windows, so that a stale or invented one is told from a
 * good one. One lock guards table and events, one condition wakes all waiting threads, which look at their
 * own events again: events are few, and set seldom.
 */
#pragma GCC visibility push(default)
#include <windows.h>
#pragma GCC visibility pop

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "event.h"
#include "log.h"

enum { HANDLE_STEP = 4, FIRST_SLOTS = 16 };

struct event {
    unsigned holds; /* of handles, calls to come, threads that wait */
    bool manual, set;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static pthread_once_t changed_once = PTHREAD_ONCE_INIT;
static struct event **slots; /* NULL: free */
static size_t slot_count;
static _Thread_local DWORD last_error;

DWORD WINAPI GetLastError(void)
{
    return last_error;
}

void WINAPI SetLastError(DWORD error)
{
    last_error = error;
}

static void init_changed(void)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

/* ---- under the lock ---- */

static struct event **slot_of(HANDLE handle)
{
    uintptr_t number = (uintptr_t)handle;
    if (!number || number % HANDLE_STEP || number / HANDLE_STEP > slot_count)
        return NULL;
    struct event **slot = &slots[number / HANDLE_STEP - 1];
    return *slot ? slot : NULL;
}

static struct event **free_slot(void)
{
    for (size_t i = 0; i < slot_count; i++)
        if (!slots[i])
            return &slots[i];
    size_t count = slot_count ? slot_count * 2 : FIRST_SLOTS;
    struct event **more = realloc(slots, count * sizeof(*slots));
    if (!more)
        return NULL;
    for (size_t i = slot_count; i < count; i++)
        more[i] = NULL;
    struct event **first = &more[slot_count];
    slots = more;
    slot_count = count;
    return first;
}

static void drop(struct event *event)
{
    if (!--event->holds)
        free(event);
}

static void set(struct event *event)
{
    event->set = true;
    pthread_cond_broadcast(&changed);
}

/* ---- for the runtime ---- */

struct event *event_hold(HANDLE handle)
{
    pthread_mutex_lock(&lock);
    struct event **slot = slot_of(handle), *event = slot ? *slot : NULL;
    if (event)
        event->holds++;
    pthread_mutex_unlock(&lock);
    return event;
}

void event_drop(struct event *event)
{
    pthread_mutex_lock(&lock);
    drop(event);
    pthread_mutex_unlock(&lock);
}

void event_set(struct event *event)
{
    pthread_mutex_lock(&lock);
    set(event);
    pthread_mutex_unlock(&lock);
}

bool event_set_handle(HANDLE handle)
{
    pthread_mutex_lock(&lock);
    struct event **slot = slot_of(handle);
    if (slot)
        set(*slot);
    pthread_mutex_unlock(&lock);
    return slot != NULL;
}

/* ---- handles ---- */

static HANDLE refuse(DWORD error)
{
    last_error = error;
    return NULL;
}

static HANDLE create(bool named, bool manual, bool initial)
{
    if (named) {
        log_write(LOG_WARN, "Events with names are not supported: nothing is shared between processes");
        return refuse(ERROR_NOT_SUPPORTED);
    }
    pthread_once(&changed_once, init_changed);
    struct event *event = malloc(sizeof(*event));
    HANDLE handle = NULL;
    if (!event)
        return refuse(ERROR_NOT_ENOUGH_MEMORY);
    *event = (struct event){1, manual, initial};
    pthread_mutex_lock(&lock);
    struct event **slot = free_slot();
    if (slot) {
        *slot = event;
        handle = (HANDLE)(uintptr_t)((size_t)(slot - slots + 1) * HANDLE_STEP);
    }
    pthread_mutex_unlock(&lock);
    if (!handle) {
        free(event);
        return refuse(ERROR_NOT_ENOUGH_MEMORY);
    }
    last_error = ERROR_SUCCESS;
    return handle;
}

HANDLE WINAPI CreateEventA(LPSECURITY_ATTRIBUTES attributes, BOOL manual_reset, BOOL initial, LPCSTR name)
{
    return create(name != NULL, manual_reset, initial);
}

HANDLE WINAPI CreateEventW(LPSECURITY_ATTRIBUTES attributes, BOOL manual_reset, BOOL initial, LPCWSTR name)
{
    return create(name != NULL, manual_reset, initial);
}

static HANDLE create_ex(bool named, DWORD flags)
{
    if (flags & ~(CREATE_EVENT_MANUAL_RESET | CREATE_EVENT_INITIAL_SET))
        return refuse(ERROR_INVALID_PARAMETER);
    return create(named, flags & CREATE_EVENT_MANUAL_RESET, flags & CREATE_EVENT_INITIAL_SET);
}

HANDLE WINAPI CreateEventExA(LPSECURITY_ATTRIBUTES attributes, LPCSTR name, DWORD flags, DWORD access)
{
    return create_ex(name != NULL, flags);
}

HANDLE WINAPI CreateEventExW(LPSECURITY_ATTRIBUTES attributes, LPCWSTR name, DWORD flags, DWORD access)
{
    return create_ex(name != NULL, flags);
}

static BOOL good_handle(bool good)
{
    if (!good)
        last_error = ERROR_INVALID_HANDLE;
    return good;
}

BOOL WINAPI SetEvent(HANDLE handle)
{
    return good_handle(event_set_handle(handle));
}

BOOL WINAPI ResetEvent(HANDLE handle)
{
    pthread_mutex_lock(&lock);
    struct event **slot = slot_of(handle);
    if (slot)
        (*slot)->set = false;
    pthread_mutex_unlock(&lock);
    return good_handle(slot != NULL);
}

BOOL WINAPI CloseHandle(HANDLE handle)
{
    pthread_mutex_lock(&lock);
    struct event **slot = slot_of(handle);
    if (slot) {
        drop(*slot);
        *slot = NULL;
    }
    pthread_mutex_unlock(&lock);
    return good_handle(slot != NULL);
}

/* ---- waiting ---- */

static struct timespec deadline_in(DWORD milliseconds)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += milliseconds / 1000;
    at.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (at.tv_nsec >= 1000000000) {
        at.tv_sec++;
        at.tv_nsec -= 1000000000;
    }
    return at;
}

/* The lowest event that is set, count when there is none or when all are wanted and one is not. What ends a
 * wait is taken: events without manual reset are no longer set. */
static DWORD take(struct event *const *events, DWORD count, bool all)
{
    DWORD found = 0;
    while (found < count && !events[found]->set)
        found++;
    for (DWORD i = found; all && i < count; i++)
        if (found || !events[i]->set)
            return count;
    for (DWORD i = found; i < count && (all || i == found); i++)
        if (!events[i]->manual)
            events[i]->set = false;
    return found;
}

static DWORD wait_for(struct event *const *events, DWORD count, bool all, DWORD milliseconds)
{
    struct timespec deadline = {0};
    if (milliseconds && milliseconds != INFINITE)
        deadline = deadline_in(milliseconds);
    for (bool late = !milliseconds;;) {
        DWORD found = take(events, count, all);
        if (found < count)
            return WAIT_OBJECT_0 + found;
        if (late)
            return WAIT_TIMEOUT;
        if (milliseconds == INFINITE)
            pthread_cond_wait(&changed, &lock);
        else
            late = pthread_cond_timedwait(&changed, &lock, &deadline) == ETIMEDOUT;
    }
}

static DWORD fail_wait(DWORD error)
{
    last_error = error;
    return WAIT_FAILED;
}

/* Nothing is ever queued to a thread, so waits are never alerted. */
DWORD WINAPI WaitForMultipleObjectsEx(DWORD count, const HANDLE *handles, BOOL all, DWORD milliseconds,
                                      BOOL alertable)
{
    struct event *events[MAXIMUM_WAIT_OBJECTS];
    DWORD held = 0, result = WAIT_FAILED;
    if (!count || count > MAXIMUM_WAIT_OBJECTS || !handles)
        return fail_wait(ERROR_INVALID_PARAMETER);
    pthread_mutex_lock(&lock);
    for (struct event **slot; held < count && (slot = slot_of(handles[held])); held++) {
        events[held] = *slot;
        events[held]->holds++;
    }
    if (held == count)
        result = wait_for(events, count, all, milliseconds);
    for (DWORD i = 0; i < held; i++)
        drop(events[i]);
    pthread_mutex_unlock(&lock);
    return held == count ? result : fail_wait(ERROR_INVALID_HANDLE);
}

DWORD WINAPI WaitForMultipleObjects(DWORD count, const HANDLE *handles, BOOL all, DWORD milliseconds)
{
    return WaitForMultipleObjectsEx(count, handles, all, milliseconds, FALSE);
}

DWORD WINAPI WaitForSingleObjectEx(HANDLE handle, DWORD milliseconds, BOOL alertable)
{
    return WaitForMultipleObjectsEx(1, &handle, FALSE, milliseconds, alertable);
}

DWORD WINAPI WaitForSingleObject(HANDLE handle, DWORD milliseconds)
{
    return WaitForMultipleObjectsEx(1, &handle, FALSE, milliseconds, FALSE);
}
