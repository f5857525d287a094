// A hull shader with all its phases.
struct control { float3 p : POSITION; float2 uv : UV; };
struct factors { float edge[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; float3 tangent[4] : TANGENT; float flat : FLAT; };
float level;
factors constants(InputPatch<control, 4> patch, OutputPatch<control, 4> out_patch, uint id : SV_PrimitiveID)
{
    factors f;
    [unroll] for (int i = 0; i < 4; ++i) { f.edge[i] = level + patch[i].uv.x; f.tangent[i] = out_patch[i].p - patch[0].p; }
    f.inside[0] = f.inside[1] = min(f.edge[0], f.edge[2]); f.flat = id;
    return f;
}
[domain("quad")] [partitioning("fractional_odd")] [outputtopology("triangle_ccw")] [outputcontrolpoints(4)] [patchconstantfunc("constants")] [maxtessfactor(17.5)]
control main(InputPatch<control, 4> patch, uint id : SV_OutputControlPointID)
{
    control c = patch[id]; c.p *= 2; return c;
}
