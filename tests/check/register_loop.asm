cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_raw u0
dcl_input vThreadID.x
dcl_temps 3
dcl_indexableTemp x0[3], 4
dcl_thread_group 64, 1, 1
mov x0[0].x, l(0)
mov r0.x, l(0)
loop
  uge r0.y, r0.x, vThreadID.x
  breakc_nz r0.y
  mov x0[1].y, r0.x
  iadd r0.x, r0.x, l(1)
endloop
switch vThreadID.x
  case l(0)
  mov r1.x, l(1)
  break
  case l(1)
  mov r1.x, x0[0].x
  break
  default
  mov r1.x, x0[1].y
endswitch
iadd r1.x, r1.x, x0[1].y
ishl r0.y, vThreadID.x, l(2)
store_raw u0.x, r0.y, r1.x
ret
