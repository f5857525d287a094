// Doubles that live across barriers, the group's and each thread's. What decides over the barriers is read by each
// thread, so each wave goes on to the next barrier by itself; Microsoft's compiler refuses such HLSL.
cs_5_0
dcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps
dcl_resource_structured t0, 8
dcl_uav_structured u0, 8
dcl_uav_structured u1, 8
dcl_uav_structured u2, 4
dcl_input vThreadIDInGroupFlattened
dcl_temps 4
dcl_tgsm_structured g0, 8, 64
dcl_thread_group 64, 1, 1
ld_structured r0.xy, l(0), l(0), t0.xyxx
ld_structured r0.zw, l(1), l(0), t0.xxxy
dmin r0.xy, r0.zwzw, r0.xyxy
utof r1.x, vThreadIDInGroupFlattened.x
ftod r1.xy, r1.x
dadd r0.zw, r0.zwzw, r1.xyxy
iadd r1.x, -vThreadIDInGroupFlattened.x, l(63)
ld_structured r1.z, vThreadIDInGroupFlattened.x, l(0), u2.xxxx
mov r1.y, l(0)
loop
  uge r2.z, r1.y, r1.z
  breakc_nz r2.z
  dadd r2.xy, r0.xyxy, r0.zwzw
  store_structured g0.xy, vThreadIDInGroupFlattened.x, l(0), r2.xyxx
  sync_g_t
  ld_structured r2.zw, r1.y, l(0), t0.xxxy
  dmin r0.xy, r0.xyxy, r2.zwzw
  ld_structured r2.zw, r1.x, l(0), g0.xxxy
  dadd r0.zw, r0.zwzw, r2.zwzw
  sync_g_t
  iadd r1.y, r1.y, l(1)
endloop
store_structured u0.xy, vThreadIDInGroupFlattened.x, l(0), r0.zwzz
store_structured u1.xy, vThreadIDInGroupFlattened.x, l(0), r0.xyxx
ret
