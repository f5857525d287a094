/*
 * Annotations (SAL 2) that programs written for Microsoft's compiler put on parameters; they mean nothing here.
 */
#ifndef WEFT_SAL_H
#define WEFT_SAL_H

#define _In_
#define _In_opt_
#define _In_z_
#define _In_opt_z_
#define _Inout_
#define _Inout_opt_
#define _Inout_z_
#define _Inout_opt_z_
#define _Out_
#define _Out_opt_
#define _Outref_
#define _Outptr_
#define _Outptr_opt_
#define _Outptr_result_maybenull_
#define _Outptr_opt_result_maybenull_
#define _Outptr_result_z_
#define _Outptr_opt_result_z_
#define _Outptr_result_nullonfailure_
#define _COM_Outptr_
#define _COM_Outptr_opt_
#define _COM_Outptr_result_maybenull_
#define _COM_Outptr_opt_result_maybenull_
#define _Ret_
#define _Ret_z_
#define _Ret_maybenull_
#define _Ret_maybenull_z_
#define _Ret_notnull_
#define _Ret_null_
#define _Ret_valid_
#define _Null_terminated_
#define _NullNull_terminated_
#define _Notnull_
#define _Maybenull_
#define _Notvalid_
#define _Maybevalid_
#define _Reserved_
#define _Points_to_data_
#define _Check_return_
#define _Must_inspect_result_
#define _Use_decl_annotations_
#define _Printf_format_string_
#define _Scanf_format_string_
#define _Pre_
#define _Post_
#define _Prepost_
#define _Pre_notnull_
#define _Pre_maybenull_
#define _Pre_null_
#define _Pre_valid_
#define _Post_notnull_
#define _Post_maybenull_
#define _Post_null_
#define _Post_valid_
#define _Post_invalid_
#define _Post_z_
#define _Pre_z_
#define _Post_ptr_invalid_

/* With one argument: a number of elements or bytes, or a condition. */
#define _In_reads_(n)
#define _In_reads_opt_(n)
#define _In_reads_z_(n)
#define _In_reads_opt_z_(n)
#define _In_reads_or_z_(n)
#define _In_reads_or_z_opt_(n)
#define _In_reads_bytes_(n)
#define _In_reads_bytes_opt_(n)
#define _In_count_(n)
#define _In_opt_count_(n)
#define _In_bytecount_(n)
#define _In_opt_bytecount_(n)
#define _Inout_updates_(n)
#define _Inout_updates_opt_(n)
#define _Inout_updates_z_(n)
#define _Inout_updates_opt_z_(n)
#define _Inout_updates_all_(n)
#define _Inout_updates_all_opt_(n)
#define _Inout_updates_bytes_(n)
#define _Inout_updates_bytes_opt_(n)
#define _Inout_updates_bytes_all_(n)
#define _Inout_updates_bytes_all_opt_(n)
#define _Out_writes_(n)
#define _Out_writes_opt_(n)
#define _Out_writes_z_(n)
#define _Out_writes_opt_z_(n)
#define _Out_writes_all_(n)
#define _Out_writes_all_opt_(n)
#define _Out_writes_bytes_(n)
#define _Out_writes_bytes_opt_(n)
#define _Out_writes_bytes_all_(n)
#define _Out_writes_bytes_all_opt_(n)
#define _Out_writes_maybenull_(n)
#define _Out_writes_maybenull_z_(n)
#define _Outptr_result_buffer_(n)
#define _Outptr_opt_result_buffer_(n)
#define _Outptr_result_buffer_maybenull_(n)
#define _Outptr_result_buffer_all_(n)
#define _Outptr_result_bytebuffer_(n)
#define _Outptr_opt_result_bytebuffer_(n)
#define _Outptr_result_bytebuffer_maybenull_(n)
#define _Outptr_result_bytebuffer_all_(n)
#define _Ret_writes_(n)
#define _Ret_writes_z_(n)
#define _Ret_writes_bytes_(n)
#define _Ret_writes_maybenull_(n)
#define _Ret_writes_maybenull_z_(n)
#define _Ret_writes_bytes_maybenull_(n)
#define _Field_size_(n)
#define _Field_size_opt_(n)
#define _Field_size_full_(n)
#define _Field_size_full_opt_(n)
#define _Field_size_bytes_(n)
#define _Field_size_bytes_opt_(n)
#define _Field_size_bytes_full_(n)
#define _Field_size_bytes_full_opt_(n)
#define _Success_(n)
#define _On_failure_(n)
#define _Always_(n)
#define _Return_type_success_(n)
#define _Strict_type_match_(n)
#define _Pre_satisfies_(n)
#define _Post_satisfies_(n)
#define _Pre_readable_size_(n)
#define _Pre_readable_byte_size_(n)
#define _Pre_writable_size_(n)
#define _Pre_writable_byte_size_(n)
#define _Post_readable_size_(n)
#define _Post_readable_byte_size_(n)
#define _Post_writable_size_(n)
#define _Post_writable_byte_size_(n)
#define _Readable_elements_(n)
#define _Readable_bytes_(n)
#define _Writable_elements_(n)
#define _Writable_bytes_(n)
#define _Group_(annotations)

/* With two. */
#define _Inout_updates_to_(a, b)
#define _Inout_updates_to_opt_(a, b)
#define _Inout_updates_bytes_to_(a, b)
#define _Inout_updates_bytes_to_opt_(a, b)
#define _Out_writes_to_(a, b)
#define _Out_writes_to_opt_(a, b)
#define _Out_writes_bytes_to_(a, b)
#define _Out_writes_bytes_to_opt_(a, b)
#define _Outptr_result_buffer_to_(a, b)
#define _Outptr_opt_result_buffer_to_(a, b)
#define _Outptr_result_bytebuffer_to_(a, b)
#define _Outptr_opt_result_bytebuffer_to_(a, b)
#define _Ret_writes_to_(a, b)
#define _Ret_writes_bytes_to_(a, b)
#define _Field_size_part_(a, b)
#define _Field_size_part_opt_(a, b)
#define _Field_size_bytes_part_(a, b)
#define _In_range_(a, b)
#define _Out_range_(a, b)
#define _Deref_out_range_(a, b)
#define _Field_range_(a, b)
#define _When_(a, b)
#define _At_(a, b)
#define _Ret_range_(a, b)

#define _Analysis_assume_(condition) ((void)0)
#define _Analysis_assume_nullterminated_(text) ((void)0)

#endif
