/*
 * What weft offers beyond Direct3D: its version, why the last call failed, what a device runs on, what a shader needs,
 * and the text that shaders print. Everything else is <d3d11.h>.
 *
 * Structures that the library fills in start with their size: set it to sizeof before the call, so that a program
 * built against an older header keeps working with a newer library.
 */
#ifndef WEFT_H
#define WEFT_H

#include <d3d11.h>

#define WEFT_VERSION_MAJOR 0
#define WEFT_VERSION_MINOR 1
#define WEFT_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* "0.1.0", of the library that runs, whatever the header said. */
const char *weft_version(void);

/* One sentence about the last call that failed on this thread, "" when none did. Direct3D's return values are few;
 * this says which rule was broken. Valid until the thread's next call into the library. */
const char *weft_last_error(void);

/* What a device was made of. Strings live as long as the library. */
typedef struct weft_device_info {
    UINT size;                    /* sizeof(struct weft_device_info), set by the caller */
    UINT threads;                 /* workers that a dispatch can use */
    const char *executor;         /* what this device runs: "interp", "lanes", "jit"; "auto": lanes, then jit */
    const char *executors;        /* all that this build has, separated by spaces */
    const char *instruction_set;  /* the one in use: "scalar", "sse41", "avx2", "avx512", "neon" */
    const char *instruction_sets; /* all that this build and this processor have, separated by spaces */
    const char *scheduler;        /* "openmp" or "threads" */
    const char *processor;        /* model name */
    UINT packages, numa_nodes, cores, hardware_threads; /* of the machine, before affinity and quota */
    UINT cache_line_bytes;
    UINT64 cache_bytes[3];        /* one L1 data, L2 and L3 cache; 0 when there is none */
    UINT64 memory_bytes;          /* what resources may take in all: WEFT_MEMORY_MB, or the machine's memory */
    UINT64 memory_used_bytes;     /* what they take now */
    UINT timeout_ms;              /* time limit of a dispatch, 0 when there is none */
    BOOL relaxed;                 /* WEFT_RELAXED */
} weft_device_info;

/* E_INVALIDARG when a pointer is NULL or size is not one that the library knows. A size that ends before
 * `processor` asks for less, and gets it without a look at the machine, which takes time once. */
HRESULT weft_device_get_info(ID3D11Device *device, weft_device_info *info);

typedef enum weft_message_kind {
    WEFT_MESSAGE_PRINTF = 0, /* text of printf() in a shader, without a final newline */
    WEFT_MESSAGE_ERRORF = 1, /* text of errorf() in a shader */
    WEFT_MESSAGE_TRACE = 3,  /* a line about the thread of WEFT_TRACE, or a watched element (WEFT_CHECK=watch=) */
    WEFT_MESSAGE_EVENT = 2,  /* the runtime's remark on a dispatch: abort(), a barrier in divergent flow, time limit */
} weft_message_kind;

typedef void (*weft_message_callback)(void *user, weft_message_kind kind, const char *text);

/* From now on the messages of this device's dispatches go to the callback, in group order, and no longer to the log;
 * NULL sends them to the log again. Called from within Dispatch, one call at a time but not always from the thread
 * that dispatches. It must not call the device. */
HRESULT weft_device_set_message_callback(ID3D11Device *device, weft_message_callback callback, void *user);

/* After device removal: which shader, instruction and group it was, else "". Lives as long as the device. */
const char *weft_device_removed_text(ID3D11Device *device);

/* What a compiled shader asks of a device. Counts are of declared registers. */
typedef struct weft_shader_info {
    UINT size;               /* sizeof(struct weft_shader_info), set by the caller */
    char target[16];         /* "cs_5_0" */
    UINT instruction_count;  /* declarations included */
    UINT thread_group[3];    /* compute shaders; 0 otherwise */
    UINT temp_count;         /* r# */
    UINT constant_buffer_count, resource_count, sampler_count, uav_count, interface_count;
    UINT group_shared_bytes;
    UINT64 feature_flags;    /* the container's SFI0 mask */
    BOOL group_order_visible; /* compute shaders that could tell: their groups run in ascending order, one at a time
                               * where it shows */
    char missing[256];        /* why this build cannot run it, "" when it can */
} weft_shader_info;

/* E_INVALIDARG with weft_last_error() when the bytes are no valid shader. Needs no device. */
HRESULT weft_shader_get_info(const void *bytecode, SIZE_T size, weft_shader_info *info);

/* What a check found (WEFT_CHECK in the environment when the device was created). Strings live until the device's next
 * dispatch. */
typedef enum weft_finding_level {
    WEFT_FINDING_NOTE = 0,
    WEFT_FINDING_WARNING = 1,
    WEFT_FINDING_ERROR = 2,
} weft_finding_level;

typedef struct weft_finding_side { /* one of the two accesses */
    UINT instruction;        /* ordinal in the program, declarations included; ~0u: this side is not there */
    UINT line;               /* of what `weft dis` prints for the shader, from 1 on; 0: none */
    const char *text;        /* the instruction */
    const char *access;      /* "read", "write", "atomic" or "" */
    const char *source_file; /* HLSL, when the container carries debug information; otherwise "" and 0 */
    UINT source_line, source_column;
    UINT group[3], thread[3];
} weft_finding_side;

typedef struct weft_finding {
    UINT size;            /* sizeof(struct weft_finding), set by the caller */
    UINT level;           /* enum weft_finding_level */
    const char *kind;     /* "race", "out-of-bounds-read" ...; README.md lists them */
    const char *text;     /* sentences for people, one line */
    const char *shader;   /* its debug name, "" without one */
    const char *resource; /* "u0 'Out'", "g0", "x1" or "" */
    const char *member;   /* "positions[3].x" as far as the shader's reflection data tell, or "" */
    UINT64 offset;        /* bytes from the start of the resource or of shared memory */
    UINT64 element;       /* of the view */
    UINT64 count;         /* how often */
    weft_finding_side first, second;
} weft_finding;

/* Findings so far, the weightiest first; suppressed ones are left out. 0 for devices that do not check. */
UINT weft_device_get_finding_count(ID3D11Device *device);
HRESULT weft_device_get_finding(ID3D11Device *device, UINT index, weft_finding *finding);

/* All findings as "text", "json" (an object of weft's own) or "sarif" (version 2.1.0) to a file, NULL: to standard
 * output. E_INVALIDARG when the device does not check, E_FAIL when the file cannot be written. */
HRESULT weft_device_write_findings(ID3D11Device *device, const char *format, const char *path);

#ifdef __cplusplus
}
#endif

#endif
