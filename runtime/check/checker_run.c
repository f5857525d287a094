/*
 * The groups of a checked dispatch: side by side on all workers, each with a part of the check, where no
 * group can see another one; one after another where they can, which the parts find out (check.h).
 */
#include "checker_parts.h"

#include <stdlib.h>

enum { GROUPS_PER_WORKER = 4 };

static void group_of(const struct checker_run *run, const struct checker_order *order, uint64_t index,
                     uint32_t group[3], uint64_t *linear)
{
    const uint32_t *size = run->job->group_count;
    uint64_t at = order->group_at ? order->group_at(index, run->count, order->seed) : index;
    group[0] = (uint32_t)(at % size[0]);
    group[1] = (uint32_t)(at / size[0] % size[1]);
    group[2] = (uint32_t)(at / size[0] / size[1]);
    *linear = at;
}

/* ---- one after another ---- */

static bool run_in_sequence(struct checker *checker, struct checker_run *run,
                            const struct checker_order *order)
{
    struct kernel_dispatch job = *run->job;
    void *scratch = sched_scratch(checker->device->sched, 0);
    job.stop = order->stop;
    for (uint64_t i = 0; i < run->count; i++) {
        uint32_t group[3];
        group_of(run, order, i, group, &run->stopped_group);
        if (check_run_group(checker->check, order->kernel, &job, group, scratch, &run->stopped_instruction) !=
            KERNEL_DONE)
            return false;
    }
    return true;
}

/* ---- side by side ---- */

struct apart {
    struct checker *checker;
    struct checker_run *run;
    const struct checker_order *order;
    struct kernel_dispatch job;
    unsigned count;
    struct check **parts; /* of each worker */
    pthread_mutex_t lock;
    bool stopped;
    uint64_t stopped_group;
    uint32_t stopped_instruction;
};

static void note_stop(struct apart *apart, uint64_t group, uint32_t instruction)
{
    pthread_mutex_lock(&apart->lock);
    if (!apart->stopped || group < apart->stopped_group) {
        apart->stopped_group = group;
        apart->stopped_instruction = instruction;
    }
    apart->stopped = true;
    pthread_mutex_unlock(&apart->lock);
}

static bool run_some(void *user, unsigned worker, uint64_t begin, uint64_t end)
{
    struct apart *apart = user;
    struct check *part = apart->parts[worker];
    void *scratch = sched_scratch(apart->checker->device->sched, worker);
    for (uint64_t i = begin; i < end; i++) {
        uint32_t group[3], instruction;
        uint64_t linear;
        group_of(apart->run, apart->order, i, group, &linear);
        enum kernel_status status =
            check_run_group(part, apart->order->kernel, &apart->job, group, scratch, &instruction);
        if (check_failed(part))
            return false;
        if (status != KERNEL_DONE) {
            note_stop(apart, linear, instruction);
            return false;
        }
    }
    return true;
}

static bool make_parts(struct apart *apart)
{
    apart->parts = calloc(apart->count, sizeof(*apart->parts));
    for (unsigned i = 0; apart->parts && i < apart->count; i++) {
        apart->parts[i] = check_part_create(apart->checker->check, apart->count);
        if (!apart->parts[i])
            return false;
    }
    return apart->parts;
}

enum outcome { APART_DONE, APART_STOPPED, APART_MET, APART_NOT_TRIED };

static enum outcome run_apart(struct checker *checker, struct checker_run *run,
                              const struct checker_order *order, unsigned workers)
{
    struct sched *sched = checker->device->sched;
    struct apart apart = {.checker = checker, .run = run, .order = order, .job = *run->job, .count = workers};
    enum outcome outcome = APART_NOT_TRIED;
    apart.job.stop = order->stop;
    pthread_mutex_init(&apart.lock, NULL);
    if (sched_reserve(sched, workers, kernel_scratch_size(order->kernel)) && make_parts(&apart)) {
        sched_run(sched, workers, run->count, 1, run_some, &apart);
        run->stopped_group = apart.stopped_group;
        run->stopped_instruction = apart.stopped_instruction;
        outcome = apart.stopped ? APART_STOPPED : APART_DONE;
        if (!check_join(checker->check, apart.parts, workers) && !apart.stopped)
            outcome = APART_MET;
    }
    for (unsigned i = 0; apart.parts && i < workers; i++)
        check_part_destroy(apart.parts[i]);
    free(apart.parts);
    pthread_mutex_destroy(&apart.lock);
    return outcome;
}

static unsigned workers_for(const struct checker *checker, const struct checker_run *run,
                            const struct check_images *images, const struct checker_order *order)
{
    unsigned workers = sched_workers(checker->device->sched, run->count / GROUPS_PER_WORKER);
    if (workers < 2 || run->shader->groups_meet || !images->taken || !check_is_divisible(checker->check) ||
        kernel_order(order->kernel, run->job->bindings) != KERNEL_ORDER_FREE)
        return 1;
    return workers;
}

bool checker_run_groups(struct checker *checker, struct checker_run *run, const struct check_images *images,
                        const struct checker_order *order)
{
    unsigned workers = workers_for(checker, run, images, order);
    enum outcome outcome = workers > 1 ? run_apart(checker, run, order, workers) : APART_NOT_TRIED;
    if (outcome == APART_MET) {
        run->shader->groups_meet = true;
        check_images_put(images, run, false);
    }
    return outcome == APART_DONE || (outcome != APART_STOPPED && run_in_sequence(checker, run, order));
}
