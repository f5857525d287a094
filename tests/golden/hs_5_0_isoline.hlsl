// Isolines: a pass-through control point phase.
struct control { float4 p : POSITION; };
struct factors { float edge[2] : SV_TessFactor; };
factors constants(InputPatch<control, 2> patch) { factors f; f.edge[0] = 4; f.edge[1] = patch[1].p.w; return f; }
[domain("isoline")] [partitioning("pow2")] [outputtopology("line")] [outputcontrolpoints(2)] [patchconstantfunc("constants")]
control main(InputPatch<control, 2> patch, uint id : SV_OutputControlPointID) { return patch[id]; }
