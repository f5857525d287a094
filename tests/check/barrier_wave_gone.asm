// A whole wave has returned before the barrier.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 4
dcl_input vThreadIDInGroupFlattened
dcl_temps 1
dcl_thread_group 64, 1, 1
uge r0.x, vThreadIDInGroupFlattened.x, l(32)
retc_nz r0.x
sync_g_t
store_structured u0.x, vThreadIDInGroupFlattened.x, l(0), vThreadIDInGroupFlattened.x
ret
