// Some threads have returned before the barrier.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 4
dcl_input vThreadIDInGroupFlattened
dcl_temps 1
dcl_thread_group 64, 1, 1
ult r0.x, vThreadIDInGroupFlattened.x, l(20)
sync_g_t
retc_nz r0.x
store_structured u0.x, vThreadIDInGroupFlattened.x, l(0), vThreadIDInGroupFlattened.x
ret
