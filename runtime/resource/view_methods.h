/*
 * The methods that every kind of view has, included once by each: VIEW is its prefix, VIEW_IFACE its newest
 * interface, VIEW_DESC its first description. Interfaces with GetDesc1 add that themselves.
 */
#define VIEW_JOIN_(a, b) a##b
#define VIEW_JOIN(a, b)  VIEW_JOIN_(a, b)
#define VIEW_NAME(name)  VIEW_JOIN(VIEW, name)
#define VIEW_CHILD_(type, prefix) OBJECT_DEVICE_CHILD(type, prefix, view, iface)
#define VIEW_CHILD(type, prefix)  VIEW_CHILD_(type, prefix)

VIEW_CHILD(VIEW_IFACE, VIEW)

static void STDMETHODCALLTYPE VIEW_NAME(_GetResource)(VIEW_IFACE *iface, ID3D11Resource **out)
{
    view_get_resource(view_of((ID3D11View *)iface), out);
}

static void STDMETHODCALLTYPE VIEW_NAME(_GetDesc)(VIEW_IFACE *iface, VIEW_DESC *out)
{
    view_get_plain_desc(view_of((ID3D11View *)iface), out);
}

#undef VIEW_JOIN_
#undef VIEW_JOIN
#undef VIEW_NAME
#undef VIEW_CHILD_
#undef VIEW_CHILD
