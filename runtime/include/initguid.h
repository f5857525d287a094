/* From here on DEFINE_GUID defines what it names. Include before the headers whose GUIDs are wanted. */
#ifndef INITGUID
#define INITGUID
#endif
#include <guiddef.h>
