/* Annotations that programs written for Microsoft's compiler put on parameters; they mean nothing here. */
#ifndef WEFT_SAL_H
#define WEFT_SAL_H

#define _In_
#define _In_opt_
#define _In_z_
#define _In_opt_z_
#define _In_reads_(n)
#define _In_reads_opt_(n)
#define _In_reads_bytes_(n)
#define _In_reads_bytes_opt_(n)
#define _Inout_
#define _Inout_opt_
#define _Inout_updates_(n)
#define _Inout_updates_bytes_(n)
#define _Out_
#define _Out_opt_
#define _Out_writes_(n)
#define _Out_writes_opt_(n)
#define _Out_writes_bytes_(n)
#define _Out_writes_bytes_opt_(n)
#define _Outptr_
#define _Outptr_opt_
#define _Outptr_result_maybenull_
#define _COM_Outptr_
#define _COM_Outptr_opt_
#define _COM_Outptr_opt_result_maybenull_
#define _Ret_maybenull_
#define _Check_return_
#define _Must_inspect_result_
#define _Success_(condition)
#define _Use_decl_annotations_
#define _Printf_format_string_
#define _Analysis_assume_(condition) ((void)0)

#endif
