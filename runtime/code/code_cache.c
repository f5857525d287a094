/*
 * The code cache, see code_cache.h. All files are reached through the folder's descriptor, whose owner and
 * rights were checked, so that nobody can put another folder in its place.
 *
 * An entry: struct entry_head, lines, image. Numbers as this processor has them: the key knows the processor.
 */
#define _GNU_SOURCE /* secure_getenv */
#include "code_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sha2.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "code_host.h"
#include "kernel_code.h"
#include "log.h"

enum { MAX_PATH = 1024, MAX_ENTRY = 64 << 20, STALE_SECONDS = 3600 };

static const char magic[8] = "weftjit1", suffix[] = ".code", temporary[] = ".new";

struct entry_head {
    char magic[8];
    uint8_t digest[CODE_HASH_BYTES]; /* of everything behind it */
    uint8_t key[CODE_HASH_BYTES];
    uint64_t entry, image_bytes, line_count;
};

struct code_cache {
    char path[MAX_PATH];
    uint64_t limit_bytes;
    pthread_mutex_t lock;
    int folder;   /* -1: not opened yet */
    bool refused; /* said so already */
};

/* ---- hashes ---- */

static void add_text(SHA2_CTX *context, const char *text)
{
    SHA256Update(context, (const uint8_t *)text, strlen(text) + 1);
}

struct code_hash code_hash_shader(const void *bytes, size_t size)
{
    struct code_hash hash;
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, bytes, size);
    SHA256Final(hash.bytes, &context);
    return hash;
}

struct code_hash code_hash_key(const struct code_hash *shader, enum cpu_isa isa)
{
    const uint32_t revision = KERNEL_CODE_REVISION;
    struct code_hash hash;
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, shader->bytes, sizeof(shader->bytes));
    add_text(&context, WEFT_VERSION);
    SHA256Update(&context, (const uint8_t *)&revision, sizeof(revision));
    add_text(&context, cpu_isa_name(isa));
    const char *host = code_host_text();
    add_text(&context, host);
    SHA256Final(hash.bytes, &context);
    return hash;
}

const char *code_hash_text(const struct code_hash *hash, char text[CODE_HASH_TEXT])
{
    for (unsigned i = 0; i < CODE_HASH_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", hash->bytes[i]);
    return text;
}

/* ---- the folder ---- */

static bool default_folder(char *path, size_t size)
{
    const char *base = secure_getenv("XDG_CACHE_HOME"), *home = secure_getenv("HOME");
    if (base && *base == '/')
        return snprintf(path, size, "%s/weft", base) < (int)size;
    return home && *home == '/' && snprintf(path, size, "%s/.cache/weft", home) < (int)size;
}

struct code_cache *code_cache_create(const char *folder, uint64_t limit_bytes)
{
    struct code_cache *cache = calloc(1, sizeof(*cache));
    if (!cache)
        return NULL;
    bool good = folder ? snprintf(cache->path, MAX_PATH, "%s", folder) < MAX_PATH
                       : default_folder(cache->path, MAX_PATH);
    if (!good) {
        free(cache);
        return NULL;
    }
    cache->limit_bytes = limit_bytes;
    cache->folder = -1;
    pthread_mutex_init(&cache->lock, NULL);
    return cache;
}

void code_cache_destroy(struct code_cache *cache)
{
    if (!cache)
        return;
    if (cache->folder >= 0)
        close(cache->folder);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

/* The folder and those above it, for the user alone. */
static void make_folders(const char *path)
{
    char part[MAX_PATH];
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(part, sizeof(part), "%.*s", (int)(slash - path), path);
        mkdir(part, 0700);
    }
    mkdir(path, 0700);
}

static void refuse(struct code_cache *cache, const char *reason)
{
    if (!cache->refused)
        log_write(LOG_WARN, "the code cache %s is not used: %s", cache->path, reason);
    cache->refused = true;
}

/* The folder's descriptor, or -1. */
static int open_folder(struct code_cache *cache, bool make)
{
    struct stat status;
    pthread_mutex_lock(&cache->lock);
    if (cache->folder < 0 && !cache->refused) {
        if (make)
            make_folders(cache->path);
        int folder = open(cache->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder < 0 && (make || errno != ENOENT))
            refuse(cache, strerror(errno));
        if (folder >= 0 && fstat(folder, &status) == 0 && status.st_uid == geteuid() &&
            !(status.st_mode & 077)) {
            cache->folder = folder;
        } else if (folder >= 0) {
            close(folder);
            refuse(cache, "it must belong to the user who runs this, and be open to nobody else (mode 0700)");
        }
    }
    int result = cache->folder;
    pthread_mutex_unlock(&cache->lock);
    return result;
}

/* ---- entries ---- */

static void entry_name(const struct code_hash *key, char name[96])
{
    char text[CODE_HASH_TEXT];
    snprintf(name, 96, "%s%s", code_hash_text(key, text), suffix);
}

static bool read_all(int file, uint8_t *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t count = read(file, bytes + done, size - done);
        if (count <= 0 && !(count < 0 && errno == EINTR))
            return false;
        done += count > 0 ? (size_t)count : 0;
    }
    return true;
}

static bool write_all(int file, const void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t count = write(file, (const uint8_t *)bytes + done, size - done);
        if (count < 0 && errno != EINTR)
            return false;
        done += count > 0 ? (size_t)count : 0;
    }
    return true;
}

/* The whole file, or NULL. */
static uint8_t *read_entry(int folder, const char *name, size_t *size)
{
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    uint8_t *bytes = NULL;
    if (file < 0)
        return NULL;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
        (size_t)status.st_size >= sizeof(struct entry_head) && status.st_size <= MAX_ENTRY) {
        *size = (size_t)status.st_size;
        bytes = malloc(*size);
        if (bytes && !read_all(file, bytes, *size)) {
            free(bytes);
            bytes = NULL;
        }
    }
    if (bytes)
        futimens(file, NULL); /* used just now */
    close(file);
    return bytes;
}

static struct code_hash digest_of(const struct entry_head *head, const void *rest, size_t size)
{
    struct code_hash hash;
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, head->key, sizeof(*head) - offsetof(struct entry_head, key));
    SHA256Update(&context, rest, size);
    SHA256Final(hash.bytes, &context);
    return hash;
}

static bool is_good(const struct entry_head *head, const uint8_t *rest, size_t size,
                    const struct code_hash *key)
{
    if (memcmp(head->magic, magic, sizeof(magic)) != 0 ||
        memcmp(head->key, key->bytes, sizeof(head->key)) != 0)
        return false;
    if (head->line_count > size / sizeof(struct jit_line) || head->image_bytes > size ||
        head->line_count * sizeof(struct jit_line) + head->image_bytes != size ||
        head->entry >= head->image_bytes)
        return false;
    struct code_hash digest = digest_of(head, rest, size);
    return memcmp(digest.bytes, head->digest, sizeof(digest.bytes)) == 0;
}

bool code_cache_load(struct code_cache *cache, const struct code_hash *key, struct jit_code *code)
{
    char name[96];
    size_t size;
    struct entry_head head;
    int folder = open_folder(cache, false);
    *code = (struct jit_code){0};
    if (folder < 0)
        return false;
    entry_name(key, name);
    uint8_t *bytes = read_entry(folder, name, &size);
    if (!bytes)
        return false;
    memcpy(&head, bytes, sizeof(head));
    size -= sizeof(head);
    memmove(bytes, bytes + sizeof(head), size);
    if (!is_good(&head, bytes, size, key)) {
        log_write(LOG_INFO, "the code cache's entry %s is damaged and will be replaced", name);
        free(bytes);
        return false;
    }
    code->lines = (struct jit_line *)(void *)bytes;
    code->line_count = head.line_count;
    code->image = bytes + head.line_count * sizeof(struct jit_line);
    code->image_bytes = head.image_bytes;
    code->entry = head.entry;
    return true;
}

void code_cache_free(struct jit_code *code)
{
    free(code->lines); /* the one block */
    *code = (struct jit_code){0};
}

/* ---- the limit ---- */

struct entry_use {
    struct timespec time;
    uint64_t size;
    char name[96];
};

static int compare_uses(const void *a, const void *b)
{
    const struct entry_use *first = a, *second = b;
    if (first->time.tv_sec != second->time.tv_sec)
        return first->time.tv_sec < second->time.tv_sec ? -1 : 1;
    return (first->time.tv_nsec > second->time.tv_nsec) - (first->time.tv_nsec < second->time.tv_nsec);
}

static bool ends_with(const char *name, const char *end)
{
    size_t length = strlen(name), end_length = strlen(end);
    return length > end_length && !strcmp(name + length - end_length, end);
}

/* Our entries, oldest use first; what a process left behind half-written goes. */
static struct entry_use *list_entries(int folder, size_t *count)
{
    struct entry_use *list = NULL;
    size_t room = 0;
    *count = 0;
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = copy < 0 ? NULL : fdopendir(copy);
    if (!stream) {
        if (copy >= 0)
            close(copy);
        return NULL;
    }
    for (struct dirent *entry; (entry = readdir(stream));) {
        struct stat status;
        bool half = ends_with(entry->d_name, temporary);
        if (!half && (!ends_with(entry->d_name, suffix) || strlen(entry->d_name) >= sizeof(list->name)))
            continue;
        if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) || !S_ISREG(status.st_mode))
            continue;
        if (half) {
            if (time(NULL) - status.st_mtim.tv_sec > STALE_SECONDS)
                unlinkat(folder, entry->d_name, 0);
            continue;
        }
        if (*count == room) {
            struct entry_use *grown = realloc(list, (room = room ? 2 * room : 64) * sizeof(*list));
            if (!grown)
                break;
            list = grown;
        }
        struct entry_use *use = &list[(*count)++];
        *use = (struct entry_use){.time = status.st_mtim, .size = (uint64_t)status.st_size};
        memcpy(use->name, entry->d_name, strlen(entry->d_name) + 1);
    }
    closedir(stream);
    if (*count)
        qsort(list, *count, sizeof(*list), compare_uses);
    return list;
}

/* Down to nine tenths, so that not every new entry costs one. The newest stays whatever its size. */
static void keep_limit(int folder, uint64_t limit)
{
    size_t count;
    uint64_t total = 0;
    struct entry_use *list = list_entries(folder, &count);
    for (size_t i = 0; i < count; i++)
        total += list[i].size;
    if (total > limit)
        for (size_t i = 0; i + 1 < count && total > limit - limit / 10; i++)
            if (unlinkat(folder, list[i].name, 0) == 0)
                total -= list[i].size;
    free(list);
}

void code_cache_store(struct code_cache *cache, const struct code_hash *key, const struct jit_code *code)
{
    char name[96], new_name[96];
    static atomic_uint number;
    size_t line_bytes = code->line_count * sizeof(struct jit_line), size = line_bytes + code->image_bytes;
    int folder = open_folder(cache, true);
    uint8_t *rest = folder < 0 || size > MAX_ENTRY ? NULL : malloc(size);
    if (!rest)
        return;
    if (line_bytes)
        memcpy(rest, code->lines, line_bytes);
    memcpy(rest + line_bytes, code->image, code->image_bytes);
    struct entry_head head = {
        .entry = code->entry, .image_bytes = code->image_bytes, .line_count = code->line_count};
    memcpy(head.magic, magic, sizeof(magic));
    memcpy(head.key, key->bytes, sizeof(head.key));
    struct code_hash digest = digest_of(&head, rest, size);
    memcpy(head.digest, digest.bytes, sizeof(head.digest));

    entry_name(key, name);
    snprintf(new_name, sizeof(new_name), "%ld-%u%s", (long)getpid(), atomic_fetch_add(&number, 1), temporary);
    int file = openat(folder, new_name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool good = file >= 0 && write_all(file, &head, sizeof(head)) && write_all(file, rest, size);
    good = file >= 0 && close(file) == 0 && good;
    if (!good || renameat(folder, new_name, folder, name)) {
        log_write(LOG_INFO, "the code cache's entry %s cannot be written: %s", name, strerror(errno));
        if (file >= 0)
            unlinkat(folder, new_name, 0);
    } else {
        keep_limit(folder, cache->limit_bytes);
    }
    free(rest);
}
