/*
 * ID3D11CommandList: what a deferred context recorded, to be executed any number of times. Immutable.
 */
#ifndef RUNTIME_COMMAND_LIST_H
#define RUNTIME_COMMAND_LIST_H

#include "device.h"
#include "recorder.h"

struct command_list {
    struct object obj;
    ID3D11CommandList iface;
    struct recorder recorder;
};

static inline struct command_list *command_list_of(ID3D11CommandList *iface)
{
    return iface ? container_of(iface, struct command_list, iface) : NULL;
}

#endif
