/* Of the Windows Runtime Library only ComPtr is here. */
#include <wrl/client.h>
