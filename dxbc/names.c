/*
 * Microsoft's words for the numbers in declarations.
 */
#include "names.h"

#include <string.h>

static const char *const dimensions[] = {
    NULL,
    "buffer",
    "texture1d",
    "texture2d",
    "texture2dms",
    "texture3d",
    "texturecube",
    "texture1darray",
    "texture2darray",
    "texture2dmsarray",
    "texturecubearray",
    "raw_buffer",
    "structured_buffer",
};
static const char *const return_types[] = {NULL,    "unorm", "snorm",  "sint",        "uint",
                                           "float", "mixed", "double", "<continued>", "<unused>"};
static const char *const system_values[] = {
    "undefined",
    "position",
    "clip_distance",
    "cull_distance",
    "rendertarget_array_index",
    "viewport_array_index",
    "vertex_id",
    "primitive_id",
    "instance_id",
    "is_front_face",
    "sampleIndex",
    "finalQuadUeq0EdgeTessFactor",
    "finalQuadVeq0EdgeTessFactor",
    "finalQuadUeq1EdgeTessFactor",
    "finalQuadVeq1EdgeTessFactor",
    "finalQuadUInsideTessFactor",
    "finalQuadVInsideTessFactor",
    "finalTriUeq0EdgeTessFactor",
    "finalTriVeq0EdgeTessFactor",
    "finalTriWeq0EdgeTessFactor",
    "finalTriInsideTessFactor",
    "finalLineDetailTessFactor",
    "finalLineDensityTessFactor",
};
static const char *const interpolations[] = {
    "undefined",
    "constant",
    "linear",
    "linear centroid",
    "linear noperspective",
    "linear noperspective centroid",
    "linear sample",
    "linear noperspective sample",
};
static const char *const primitives[] = {"undefined", "point", "line",    "triangle",
                                         NULL,        NULL,    "lineadj", "triangleadj"};
static const char *const topologies[] = {"undefined", "pointlist", NULL, "linestrip", NULL, "trianglestrip"};
static const char *const sampler_modes[] = {"mode_default", "mode_comparison", "mode_mono"};
static const char *const domains[] = {NULL, "domain_isoline", "domain_tri", "domain_quad"};
static const char *const partitionings[] = {NULL, "partitioning_integer", "partitioning_pow2",
                                            "partitioning_fractional_odd", "partitioning_fractional_even"};
static const char *const output_primitives[] = {NULL, "output_point", "output_line", "output_triangle_cw",
                                                "output_triangle_ccw"};
static const char *const precisions[] = {"def32",  "min16f", "min2_8f", "def32",
                                         "min16i", "min16u", "def32",   "def32"};
/* By enum dxbc_file. */
static const char *const files[] = {
    "r",
    "v",
    "o",
    "x",
    "l",
    "d",
    "s",
    "t",
    "cb",
    "icb",
    "label",
    "vPrim",
    "oDepth",
    "null",
    "rasterizer",
    "oMask",
    "m",
    "fb",
    "ft",
    "fp",
    "iv",
    "ov",
    "vOutputControlPointID",
    "vForkInstanceID",
    "vJoinInstanceID",
    "vicp",
    "vocp",
    "vpc",
    "vDomain",
    "this",
    "u",
    "g",
    "vThreadID",
    "vThreadGroupID",
    "vThreadIDInGroup",
    "vCoverage",
    "vThreadIDInGroupFlattened",
    "vGSInstanceID",
    "oDepthGE",
    "oDepthLE",
    "vCycleCounter",
    "oStencilRef",
    "vInnerCoverage",
};
static const char *const global_flags[] = {
    [11] = "refactoringAllowed",         [12] = "enableDoublePrecisionFloatOps",
    [13] = "forceEarlyDepthStencil",     [14] = "enableRawAndStructuredBuffers",
    [15] = "skipOptimization",           [16] = "enableMinimumPrecision",
    [17] = "enable11_1DoubleExtensions", [18] = "enable11_1ShaderExtensions",
    [19] = "allResourcesBound",
};

static const char *const features[] = {
    "Double-precision floating point",
    "Early depth-stencil",
    "UAVs at every shader stage",
    "64 UAV slots",
    "Minimum-precision data types",
    "Double-precision extensions for 11.1",
    "Shader extensions for 11.1",
    "Comparison filtering for feature level 9",
    "Tiled resources",
    "PS Output Stencil Ref",
    "PS Inner Coverage",
    "Typed UAV Load Additional Formats",
    "Raster Ordered UAVs",
    "SV_RenderTargetArrayIndex or SV_ViewportArrayIndex from any shader feeding rasterizer",
};
static const char *const signature_values[] = {
    "NONE",  "POS",    "CLIPDST",  "CULLDST", "RTINDEX", "VPINDEX", "VERTID",  "PRIMID", "INSTID",
    "FFACE", "SAMPLE", "QUADEDGE", "QUADINT", "TRIEDGE", "TRIINT",  "LINEDET", "LINEDEN"};
static const char *const header_domains[] = {"", "Isoline", "Triangle", "Quadrilateral"};
static const char *const header_partitionings[] = {"", "Integer", "Integer Power of 2", "Odd Fractional",
                                                   "Even Fractional"};
static const char *const header_primitives[] = {"", "Point", "Line", "Clockwise Triangles",
                                                "Counter-Clockwise Triangles"};

static const struct {
    const char *kind;
    const char *const *names;
    uint32_t count;
} tables[NAMES_TABLE_COUNT] = {
#define TABLE(kind, array)                                                                                   \
    {                                                                                                        \
        kind, array, sizeof(array) / sizeof((array)[0])                                                      \
    }
    [NAMES_DIMENSION] = TABLE("a dimension", dimensions),
    [NAMES_RETURN_TYPE] = TABLE("a return type", return_types),
    [NAMES_SYSTEM_VALUE] = TABLE("a system value", system_values),
    [NAMES_INTERPOLATION] = TABLE("an interpolation mode", interpolations),
    [NAMES_PRIMITIVE] = TABLE("an input primitive", primitives),
    [NAMES_TOPOLOGY] = TABLE("an output topology", topologies),
    [NAMES_SAMPLER_MODE] = TABLE("a sampler mode", sampler_modes),
    [NAMES_DOMAIN] = TABLE("a domain", domains),
    [NAMES_PARTITIONING] = TABLE("a partitioning", partitionings),
    [NAMES_OUTPUT_PRIMITIVE] = TABLE("an output primitive", output_primitives),
    [NAMES_PRECISION] = TABLE("a precision", precisions),
    [NAMES_FILE] = TABLE("a register", files),
    [NAMES_GLOBAL_FLAG] = TABLE("a global flag", global_flags),
    [NAMES_FEATURE] = TABLE("a feature", features),
    [NAMES_SIGNATURE_VALUE] = TABLE("a system value", signature_values),
    [NAMES_HEADER_DOMAIN] = TABLE("a domain", header_domains),
    [NAMES_HEADER_PARTITIONING] = TABLE("a partitioning", header_partitionings),
    [NAMES_HEADER_PRIMITIVE] = TABLE("an output primitive", header_primitives),
#undef TABLE
};

const char *dxbc_name(enum dxbc_name_table table, uint32_t number)
{
    return number < tables[table].count ? tables[table].names[number] : NULL;
}

bool dxbc_number(enum dxbc_name_table table, const char *name, size_t length, uint32_t *number)
{
    for (uint32_t i = 0; i < tables[table].count; ++i) {
        const char *entry = tables[table].names[i];
        if (entry && strlen(entry) == length && !memcmp(entry, name, length)) {
            *number = i;
            return true;
        }
    }
    return false;
}

const char *dxbc_name_kind(enum dxbc_name_table table)
{
    return tables[table].kind;
}
