/*
 * Expands opcodes.def kind by kind. The includer defines STAMP_<KIND>(name) for the kinds that it has bodies
 * for; the others expand to nothing. No include guard: each inclusion stamps once.
 */
#ifndef STAMP_ARITH
#define STAMP_ARITH(name)
#endif
#ifndef STAMP_DOT
#define STAMP_DOT(name)
#endif
#ifndef STAMP_DOUBLE
#define STAMP_DOUBLE(name)
#endif
#ifndef STAMP_FLOW
#define STAMP_FLOW(name)
#endif
#ifndef STAMP_LOAD
#define STAMP_LOAD(name)
#endif
#ifndef STAMP_STORE
#define STAMP_STORE(name)
#endif
#ifndef STAMP_ATOMIC
#define STAMP_ATOMIC(name)
#endif
#ifndef STAMP_COUNTER
#define STAMP_COUNTER(name)
#endif
#ifndef STAMP_SYNC
#define STAMP_SYNC(name)
#endif
#ifndef STAMP_QUERY
#define STAMP_QUERY(name)
#endif
#ifndef STAMP_SAMPLE
#define STAMP_SAMPLE(name)
#endif
#ifndef STAMP_DEBUG
#define STAMP_DEBUG(name)
#endif
/* Not executed here: other stages, what never runs. interp_prepare.c answers for them. */
#define STAMP_PIXEL(name)
#define STAMP_GEOM(name)
#define STAMP_HULL(name)
#define STAMP_DCL(name)
#define STAMP_CUSTOM(name)
#define STAMP_RESERVED(name)

#define OP(name, number, mnemonic, dst, src, literal, kind, ...) STAMP_##kind(name)
#include "opcodes.def"
#undef OP

#undef STAMP_ARITH
#undef STAMP_DOT
#undef STAMP_DOUBLE
#undef STAMP_FLOW
#undef STAMP_LOAD
#undef STAMP_STORE
#undef STAMP_ATOMIC
#undef STAMP_COUNTER
#undef STAMP_SYNC
#undef STAMP_QUERY
#undef STAMP_DEBUG
#undef STAMP_SAMPLE
#undef STAMP_PIXEL
#undef STAMP_GEOM
#undef STAMP_HULL
#undef STAMP_DCL
#undef STAMP_CUSTOM
#undef STAMP_RESERVED
