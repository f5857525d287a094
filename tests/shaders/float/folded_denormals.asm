cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 16
dcl_input vThreadIDInGroupFlattened
dcl_temps 3
dcl_tgsm_structured g0, 4, 64
dcl_thread_group 64, 1, 1
mov r0.xy, l(0,0,0,0)
mov r1.xyzw, l(0,0,0,0)
loop 
  uge r0.y, r0.x, l(2)
  breakc_nz r0.y
  iadd r0.x, r0.x, l(1)
  utof r0.z, r0.x
  mul r0.z, r0.z, l(0.000000000000000000000000000000000078886091)
  mad r0.w, r0.z, l(0.0000000010), l(0)
  mad r1.x, r0.w, l(1.7014118e+38), l(1.000000)
  sqrt r1.y, r0.w
  round_pi r1.z, r0.w
  mul r1.w, r0.w, l(1.7014118e+38)
endloop 
store_structured u0.xyzw, vThreadIDInGroupFlattened.x, l(0), r1.xyzw
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), l(0x00600000)
ld_structured r0.w, vThreadIDInGroupFlattened.x, l(0), g0.xxxx
mad r1.x, r0.w, l(1.7014118e+38), l(1.000000)
sqrt r1.y, r0.w
round_pi r1.z, r0.w
mul r1.w, r0.w, l(1.7014118e+38)
iadd r0.x, vThreadIDInGroupFlattened.x, l(64)
store_structured u0.xyzw, r0.x, l(0), r1.xyzw
ret 
