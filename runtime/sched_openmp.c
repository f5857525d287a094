/*
 * Jobs on the team of the OpenMP runtime, which belongs to the calling thread.
 *
 * A child process has the forking thread alone, and a team that it believes in would never answer. So the
 * team is given up before each fork; parent and child form new ones when they next need them. Inside a
 * parallel region of the program the team would have one thread: it cannot serve there.
 */
#include <omp.h>
#include <pthread.h>

#include "sched_job.h"

static void give_up_team(void)
{
    omp_pause_resource_all(omp_pause_hard);
}

static void watch_forks(void)
{
    pthread_atfork(give_up_team, NULL, NULL);
}

bool sched_openmp_run(unsigned workers, struct sched_job *job)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (omp_get_level() > 0)
        return false;
    pthread_once(&once, watch_forks);
#pragma omp parallel num_threads(workers)
    sched_job_work(job, (unsigned)omp_get_thread_num());
    return true;
}
