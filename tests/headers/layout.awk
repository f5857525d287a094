# Lists what the picked headers declare, one macro call a line, for layout.c: ENUM(name) for each enumerator,
# STRUCT(type) and FIELD(type, field), SLOT(table, method), ID(guid). Relies on the regular form of widl's
# output. Structures that hold a WCHAR array differ from Windows by design: their fields are listed up to the
# first one.

function emit(line) { if (!(line in seen)) { seen[line] = 1; print line } }

/^#define [A-Z0-9_]+ +(\(\(HRESULT\)|[0-9])/ && FILENAME ~ /winerror/ { emit("CODE(" $2 ")"); next }
/^DEFINE_GUID\(/ {
    name = $0; sub(/^DEFINE_GUID\( */, "", name); sub(/[ ,].*/, "", name)
    emit("ID(" name ")")
    next
}

/^typedef enum/ && !/;/ { mode = "enum"; next }
mode == "enum" && /^}/ { mode = ""; next }
mode == "enum" && /^ +[A-Z][A-Za-z0-9_]* *(=|,|$)/ {
    name = $1; sub(/[,=].*/, "", name)
    emit("ENUM(" name ")")
    next
}

/^typedef struct [A-Za-z0-9_]+Vtbl/ { mode = "table"; table = $3; next }
mode == "table" && /^}/ { mode = ""; next }
mode == "table" && /\(STDMETHODCALLTYPE \*/ {
    name = $0; sub(/.*STDMETHODCALLTYPE \*/, "", name); sub(/\).*/, "", name)
    emit("SLOT(" table ", " name ")")
    next
}

/^typedef struct/ && !/;/ { mode = "struct"; count = 0; wide = 0; next }
mode == "struct" && /^}/ {
    mode = ""
    type = $0; sub(/^} */, "", type); sub(/[;, ].*/, "", type)
    if (type == "") next
    if (!wide && !(type in holds_wide)) emit("STRUCT(" type ")")
    if (wide) holds_wide[type] = 1
    for (i = 0; i < count; i++) emit("FIELD(" type ", " field[i] ")")
    next
}
mode == "struct" && /^ .*;/ && !/[}(:]/ && !wide {
    name = $0; sub(/;.*/, "", name); sub(/\[.*/, "", name); sub(/.*[ *]/, "", name)
    if ($0 ~ /WCHAR [A-Za-z]+\[/ || $1 in holds_wide) wide = 1
    field[count++] = name
}
