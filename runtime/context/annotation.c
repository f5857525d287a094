/*
 * ID3DUserDefinedAnnotation, and the same as methods of ID3D11DeviceContext2. No tool listens, which the
 * answers say: no status, and -1 in place of the nesting depth.
 */
#include "context.h"
#include "context_methods.h"

OBJECT_IUNKNOWN(ID3DUserDefinedAnnotation, annotation, context, annotation)

static INT STDMETHODCALLTYPE annotation_BeginEvent(ID3DUserDefinedAnnotation *iface, LPCWSTR name)
{
    return -1;
}

static INT STDMETHODCALLTYPE annotation_EndEvent(ID3DUserDefinedAnnotation *iface)
{
    return -1;
}

static void STDMETHODCALLTYPE annotation_SetMarker(ID3DUserDefinedAnnotation *iface, LPCWSTR name)
{
}

static WINBOOL STDMETHODCALLTYPE annotation_GetStatus(ID3DUserDefinedAnnotation *iface)
{
    return FALSE;
}

const ID3DUserDefinedAnnotationVtbl annotation_vtbl = {
    OBJECT_IUNKNOWN_ENTRIES(annotation), .BeginEvent = annotation_BeginEvent, .EndEvent = annotation_EndEvent,
    .SetMarker = annotation_SetMarker,   .GetStatus = annotation_GetStatus,
};

WINBOOL STDMETHODCALLTYPE context_IsAnnotationEnabled(ID3D11DeviceContext4 *iface)
{
    return FALSE;
}

void STDMETHODCALLTYPE context_SetMarkerInt(ID3D11DeviceContext4 *iface, LPCWSTR label, INT data)
{
}

void STDMETHODCALLTYPE context_BeginEventInt(ID3D11DeviceContext4 *iface, LPCWSTR label, INT data)
{
}

void STDMETHODCALLTYPE context_EndEvent(ID3D11DeviceContext4 *iface)
{
}
