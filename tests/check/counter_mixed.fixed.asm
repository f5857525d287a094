// One counter goes up and down in one dispatch.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured_opc u0, 4
dcl_uav_structured_opc u1, 4
dcl_temps 1
dcl_thread_group 8, 1, 1
imm_atomic_alloc r0.x, u0
imm_atomic_alloc r0.y, u1
ret
