#include "validator.h"
enum diag_code dxbc_check_barriers(struct loader *loader)
{
    (void)loader;
    return DIAG_OK;
}
