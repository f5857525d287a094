/*
 * The cache of generated code: round trips, damage of every kind, folders that are not private, limits,
 * several processes at once.
 */
#include "../../support/runtime_rig.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "code_cache.h"
#include "log.h"

enum { LIMIT = 1 << 20 };

static char folder[64];

static int begin(void **state)
{
    snprintf(folder, sizeof(folder), "/tmp/weft-test-cache-XXXXXX");
    log_set_level(LOG_ERROR);
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(const char *path)
{
    DIR *stream = opendir(path);
    for (struct dirent *entry; stream && (entry = readdir(stream));)
        unlinkat(dirfd(stream), entry->d_name, 0);
    if (stream)
        closedir(stream);
    return rmdir(path);
}

static int end(void **state)
{
    return remove_folder(folder);
}

static struct code_hash key_of(uint32_t number)
{
    return code_hash_shader(&number, sizeof(number));
}

/* Code of a kind that tells its number. */
static struct jit_code make_code(uint32_t number, size_t size)
{
    static struct jit_line lines[3];
    struct jit_code code = {.image = test_malloc(size), .image_bytes = size, .entry = size / 2};
    for (size_t i = 0; i < size; i++)
        code.image[i] = (uint8_t)(number * 31 + i);
    for (uint32_t i = 0; i < 3; i++)
        lines[i] = (struct jit_line){.offset = i * 4, .instruction = number + i};
    code.lines = lines;
    code.line_count = 3;
    return code;
}

static void store(struct code_cache *cache, uint32_t number, size_t size)
{
    struct jit_code code = make_code(number, size);
    const struct code_hash key = key_of(number);
    code_cache_store(cache, &key, &code);
    test_free(code.image);
}

/* Whether it is there; what is there must be right. */
static bool is_there(struct code_cache *cache, uint32_t number)
{
    const struct code_hash key = key_of(number);
    struct jit_code code;
    if (!code_cache_load(cache, &key, &code))
        return false;
    assert_int_equal(code.entry, code.image_bytes / 2);
    assert_int_equal(code.line_count, 3);
    assert_int_equal(code.lines[2].instruction, number + 2);
    for (size_t i = 0; i < code.image_bytes; i++)
        assert_int_equal(code.image[i], (uint8_t)(number * 31 + i));
    code_cache_free(&code);
    return true;
}

static void entry_path(uint32_t number, char path[256])
{
    const struct code_hash key = key_of(number);
    char text[CODE_HASH_TEXT];
    snprintf(path, 256, "%s/%s.code", folder, code_hash_text(&key, text));
}

static void round_trip(void **state)
{
    struct code_cache *cache = code_cache_create(folder, LIMIT);
    assert_false(is_there(cache, 1));
    store(cache, 1, 1000);
    store(cache, 2, 17);
    assert_true(is_there(cache, 1));
    assert_true(is_there(cache, 2));
    assert_false(is_there(cache, 3));
    code_cache_destroy(cache);
    cache = code_cache_create(folder, LIMIT);
    assert_true(is_there(cache, 1));
    code_cache_destroy(cache);
}

/* FIPS 180-2's example. */
static void hashes(void **state)
{
    const struct code_hash hash = code_hash_shader("abc", 3);
    char text[CODE_HASH_TEXT];
    assert_string_equal(code_hash_text(&hash, text),
                        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const struct code_hash one = code_hash_key(&hash, CPU_SSE41), other = code_hash_key(&hash, CPU_AVX2),
                           again = code_hash_key(&hash, CPU_SSE41);
    assert_memory_not_equal(&one, &other, sizeof(one));
    assert_memory_equal(&one, &again, sizeof(one));
}

/* Every byte of an entry counts, and so does its length; a bad entry is replaced. */
static void damage(void **state)
{
    struct code_cache *cache = code_cache_create(folder, LIMIT);
    char path[256];
    struct stat status;
    store(cache, 7, 64);
    entry_path(7, path);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    for (off_t at = 0; at < status.st_size; at++) {
        int file = open(path, O_RDWR);
        uint8_t byte;
        assert_int_equal(pread(file, &byte, 1, at), 1);
        byte ^= 0x40;
        assert_int_equal(pwrite(file, &byte, 1, at), 1);
        assert_false(is_there(cache, 7));
        byte ^= 0x40;
        assert_int_equal(pwrite(file, &byte, 1, at), 1);
        close(file);
    }
    assert_true(is_there(cache, 7));
    for (off_t size = status.st_size - 1; size >= 0; size--) {
        assert_int_equal(truncate(path, size), 0);
        assert_false(is_there(cache, 7));
    }
    store(cache, 7, 64);
    assert_true(is_there(cache, 7));
    code_cache_destroy(cache);
}

/* An entry under another's name, a link instead of a file. */
static void impostors(void **state)
{
    struct code_cache *cache = code_cache_create(folder, LIMIT);
    char right[256], wrong[256];
    store(cache, 1, 100);
    entry_path(1, right);
    entry_path(2, wrong);
    assert_int_equal(link(right, wrong), 0);
    assert_false(is_there(cache, 2));
    assert_int_equal(unlink(wrong), 0);
    store(cache, 2, 100);
    assert_true(is_there(cache, 2));
    snprintf(right, sizeof(right), "%s/elsewhere", folder);
    assert_int_equal(rename(wrong, right), 0);
    assert_int_equal(symlink(right, wrong), 0);
    assert_false(is_there(cache, 2));
    code_cache_destroy(cache);
}

static void private_folders_only(void **state)
{
    static const mode_t modes[] = {0755, 0770, 0701, 0704, 0702, 0720};
    for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
        struct code_cache *cache = code_cache_create(folder, LIMIT);
        assert_int_equal(chmod(folder, modes[i]), 0);
        store(cache, 1, 100);
        assert_int_equal(chmod(folder, 0700), 0);
        code_cache_destroy(cache);
        cache = code_cache_create(folder, LIMIT);
        assert_false(is_there(cache, 1));
        code_cache_destroy(cache);
    }
    if (geteuid() == 0) {
        struct code_cache *cache = code_cache_create(folder, LIMIT);
        assert_int_equal(chown(folder, 12345, (gid_t)-1), 0);
        store(cache, 1, 100);
        assert_int_equal(chown(folder, 0, (gid_t)-1), 0);
        code_cache_destroy(cache);
        cache = code_cache_create(folder, LIMIT);
        assert_false(is_there(cache, 1));
        code_cache_destroy(cache);
    }
}

/* Folders are made when something is stored, for the user alone. */
static void made_when_needed(void **state)
{
    char deep[128], middle[128];
    struct stat status;
    snprintf(middle, sizeof(middle), "%s/a", folder);
    snprintf(deep, sizeof(deep), "%s/a/b", folder);
    struct code_cache *cache = code_cache_create(deep, LIMIT);
    assert_false(is_there(cache, 1));
    assert_int_equal(stat(middle, &status), -1);
    store(cache, 1, 10);
    assert_true(is_there(cache, 1));
    assert_int_equal(stat(deep, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
    code_cache_destroy(cache);
    assert_int_equal(remove_folder(deep), 0);
    assert_int_equal(rmdir(middle), 0);
    /* a file in the place of the folder */
    int file = open(middle, O_CREAT | O_WRONLY, 0600);
    close(file);
    cache = code_cache_create(middle, LIMIT);
    store(cache, 1, 10);
    assert_false(is_there(cache, 1));
    code_cache_destroy(cache);
}

static uint64_t total_bytes(void)
{
    uint64_t total = 0;
    DIR *stream = opendir(folder);
    for (struct dirent *entry; (entry = readdir(stream));) {
        struct stat status;
        if (fstatat(dirfd(stream), entry->d_name, &status, 0) == 0 && S_ISREG(status.st_mode))
            total += (uint64_t)status.st_size;
    }
    closedir(stream);
    return total;
}

/* What was not used for the longest time goes. */
static void limit(void **state)
{
    struct code_cache *cache = code_cache_create(folder, 64 << 10);
    for (uint32_t i = 0; i < 5; i++) {
        store(cache, i, 10000);
        usleep(20000); /* file times are coarse */
    }
    assert_true(is_there(cache, 0)); /* used again */
    usleep(20000);
    for (uint32_t i = 5; i < 9; i++) {
        store(cache, i, 10000);
        usleep(20000);
        assert_true(total_bytes() <= 64 << 10);
    }
    assert_true(is_there(cache, 0));
    assert_false(is_there(cache, 1));
    assert_false(is_there(cache, 2));
    assert_true(is_there(cache, 8));
    store(cache, 20, 200000); /* more than the limit: it alone stays */
    assert_true(is_there(cache, 20));
    assert_false(is_there(cache, 8));
    code_cache_destroy(cache);
}

/* Processes that store and load the same entries under a tight limit: all that is seen is whole. */
static void several_processes(void **state)
{
    enum { PROCESSES = 4, ROUNDS = 150, KEYS = 8 };
    pid_t children[PROCESSES];
    for (uint32_t p = 0; p < PROCESSES; p++) {
        children[p] = fork();
        if (children[p])
            continue;
        struct code_cache *cache = code_cache_create(folder, 20000);
        for (uint32_t i = 0; i < ROUNDS; i++) {
            uint32_t number = (i * 5 + p) % KEYS;
            const struct code_hash key = key_of(number);
            struct jit_code code;
            store(cache, number, 4000);
            number = (i * 3 + p) % KEYS;
            if (!code_cache_load(cache, &key, &code))
                continue;
            if (code.image_bytes != 4000 || code.image[1] != (uint8_t)(((i * 5 + p) % KEYS) * 31 + 1))
                _exit(1);
            code_cache_free(&code);
        }
        _exit(0);
    }
    for (int p = 0; p < PROCESSES; p++) {
        int status;
        assert_int_equal(waitpid(children[p], &status, 0), children[p]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    struct code_cache *cache = code_cache_create(folder, 20000);
    store(cache, 0, 4000);
    assert_true(total_bytes() <= 20000);
    code_cache_destroy(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes),
        cmocka_unit_test_setup_teardown(round_trip, begin, end),
        cmocka_unit_test_setup_teardown(damage, begin, end),
        cmocka_unit_test_setup_teardown(impostors, begin, end),
        cmocka_unit_test_setup_teardown(private_folders_only, begin, end),
        cmocka_unit_test_setup_teardown(made_when_needed, begin, end),
        cmocka_unit_test_setup_teardown(limit, begin, end),
        cmocka_unit_test_setup_teardown(several_processes, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
