/*
 * One run of a pipeline: its options, everything that it loads and makes, and its reports. Private to the commands
 * that run pipelines and to run_stages.c, run_io.c and run_json.c.
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "results.h"
#include "run_bind.h"
#include "shader_file.h"

struct run_file {
    char *name;
    const char *path;
}; /* NAME=FILE */

struct run_options {
    const char *pipeline_path;
    char **shader_paths;
    int shader_count;
    uint32_t repeat;
    bool hash, json, quiet;
    bool checks; /* what is wrong with a dispatch is a finding, no error */
    uint32_t input_count, output_count;
    struct run_file *inputs, *outputs;
    const char *text_path;    /* -o FILE: where the pipeline is printed, NULL for standard output */
    const char *picture_name; /* -r NAME: text_path is a PNG of this buffer */
};

struct run {
    struct run_options options;
    struct cli_error error;
    uint8_t *text; /* of the pipeline file */
    size_t text_size;
    struct pipeline pipeline;
    struct shader_file shader;
    struct run_device device;
    ID3D11ComputeShader *compute;
    struct run_plan plan;
    double *dispatch_ms; /* one for each repeat that was done */
    uint32_t repeats_done;
    struct rule_outcome *outcomes; /* one for each rule, once they were checked */
    char event[512];               /* the runtime's latest remark, not printed yet */
};

/* run_stages.c: reads pipeline and shader, opens the device, dispatches. What goes wrong is reported.
 * run_cleanup() in either case. */
enum cli_status run_stages(struct run *run);
void run_cleanup(struct run *run);
/* Fills buffers from -i files; checks that every name of -i, -o and -r is a buffer. */
bool run_read_inputs(struct run *run);
/* Writes -o files and the picture of -r. */
bool run_write_outputs(struct run *run);
/* "NAME HASH" for each UAV. */
void run_print_hashes(const struct run *run, FILE *out);
void run_print_json(const struct run *run, enum cli_status status, FILE *out);

#endif
