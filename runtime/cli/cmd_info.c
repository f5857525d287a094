/*
 * weft info: what this build and machine have; with a file, what the shader in it needs.
 */
#include <getopt.h>
#include <inttypes.h>
#include <string.h>

#include "options.h"
#include "run_device.h"
#include "shader_file.h"
#include "shader_info.h"

static const char help[] = "Usage: weft info [OPTIONS] [SHADER.dxbc ...]\n"
                           "\n"
                           "Without a file: the device that the options and the environment ask for.\n"
                           "With files: what each shader needs.\n"
                           "\n"
                           "  --help             this text\n"
                           "\n"
                           "Exit status: 0 done, 2 bad usage or settings, or no shader that can be read,\n"
                           "4 not implemented.\n"
                           "\n";

/* "512 KiB", "23.5 GiB" */
static const char *size_text(uint64_t bytes, char text[32])
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB"};
    double value = (double)bytes;
    int unit = 0;
    while (value >= 1024 && unit < 3) {
        value /= 1024;
        unit++;
    }
    snprintf(text, 32, "%.4g %s", value, units[unit]);
    return text;
}

static void print_caches(const weft_device_info *info)
{
    static const char *const names[] = {"L1d", "L2", "L3"};
    char text[32];
    printf("caches            ");
    for (int i = 0; i < 3; i++)
        if (info->cache_bytes[i])
            printf("%s %s, ", names[i], size_text(info->cache_bytes[i], text));
    printf("lines of %u bytes\n", info->cache_line_bytes);
}

static void print_device(const struct run_device *run)
{
    const weft_device_info *info = &run->info;
    D3D_FEATURE_LEVEL level = ID3D11Device_GetFeatureLevel(run->device);
    char text[32];
    printf("weft              %s, Direct3D 11, feature level %u_%u\n", weft_version(), (unsigned)level >> 12,
           (unsigned)level >> 8 & 15);
    printf("executor          %s (there are: %s)\n", info->executor, info->executors);
    printf("instruction set   %s (there are: %s)\n", info->instruction_set, info->instruction_sets);
    printf("threads           %u, %s\n", info->threads, info->scheduler);
    printf("processor         %s\n", info->processor);
    printf("topology          %u package(s), %u NUMA node(s), %u cores, %u hardware threads\n",
           info->packages, info->numa_nodes, info->cores, info->hardware_threads);
    print_caches(info);
    printf("memory limit      %s\n", size_text(info->memory_bytes, text));
    if (info->timeout_ms)
        printf("time limit        %u ms\n", info->timeout_ms);
    else
        printf("time limit        none (60000 ms in weft run)\n");
    printf("order of groups   %s\n", info->relaxed ? "relaxed" : "canonical");
}

static enum cli_status info_device(void)
{
    struct cli_error error = {0};
    struct run_device run;
    if (run_device_open(&run, &error)) {
        run.info.size = sizeof run.info; /* all of it, the machine included */
        weft_device_get_info(run.device, &run.info);
        print_device(&run);
    } else {
        cli_report(&error, "", NULL, 0);
    }
    run_device_close(&run);
    return error.status;
}

static enum cli_status info_file(const char *path)
{
    struct shader_file file;
    enum cli_status status = shader_file_load(&file, path);
    if (status == CLI_OK) {
        weft_shader_info info = {.size = sizeof info};
        shader_info_print(file.shader, path, stdout);
        const HRESULT hr = weft_shader_get_info(file.bytes, file.size_bytes, &info);
        if (hr == E_OUTOFMEMORY) {
            cli_complain("out of memory");
            status = CLI_BAD_INPUT;
        } else if (SUCCEEDED(hr)) {
            if (file.shader->program.stage == DXBC_CS)
                printf("order of groups   %s\n",
                       info.group_order_visible ? "visible: ascending where it shows" : "not visible: any");
            printf("runs here         %s%s\n", *info.missing ? "no: " : "yes", info.missing);
        }
    }
    shader_file_free(&file);
    return status;
}

int cmd_info(int argc, char **argv)
{
    enum { HELP = OPTION_OWN };
    static const struct option options[] = {{"help", no_argument, NULL, HELP}, OPTION_ENVIRONMENT_ROWS, {0}};
    for (int option; (option = getopt_long_only(argc, argv, "", options, NULL)) != -1;) {
        if (option_set_environment(option, optarg))
            continue;
        if (option != HELP)
            return CLI_BAD_INPUT;
        printf("%s%s", help, option_environment_help);
        return cli_finish_stdout();
    }
    enum cli_status status = CLI_OK;
    if (optind == argc)
        status = info_device();
    for (int i = optind; i < argc; i++) {
        enum cli_status this_status = info_file(argv[i]);
        if (i + 1 < argc)
            putchar('\n');
        if (this_status != CLI_OK)
            status = this_status;
    }
    return cli_finish_stdout() == CLI_OK ? status : CLI_BAD_INPUT;
}
