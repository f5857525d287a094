cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_raw u0
dcl_input vThreadID.x
dcl_temps 3
dcl_thread_group 64, 1, 1
ult r0.x, vThreadID.x, l(5)
if_nz r0.x
  mov r1.x, l(7)
endif
iadd r1.y, r1.x, l(1)
ishl r0.y, vThreadID.x, l(2)
store_raw u0.x, r0.y, r1.y
ret
