/*
 * Events behind the handles of <synchapi.h>, for calls that set one when something has happened.
 */
#ifndef RUNTIME_EVENT_H
#define RUNTIME_EVENT_H

#include <windows.h>

#include <stdbool.h>

struct event;

/* A hold on the event, so that it outlives its handle; NULL for what is no handle of an event. */
struct event *event_hold(HANDLE handle);
void event_drop(struct event *event);
void event_set(struct event *event);
/* Sets the event once; false for what is no handle of an event. */
bool event_set_handle(HANDLE handle);

#endif
