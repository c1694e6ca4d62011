package main

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/core/sheet"
)

// typeScript writes interface Api (path → request and answer), the calls that take a key, and the unions of rights of staff and of the partner area, result codes and event
// commands.
func typeScript(routes []httpx.Route) []byte {
	w := &tsWriter{names: map[reflect.Type]string{}, taken: map[string]reflect.Type{}, bodies: map[string]string{}}
	var api bytes.Buffer
	for _, r := range routes {
		req, res := w.typ(r.Req), w.typ(r.Res)
		for _, call := range append([]string{r.Path}, r.Aliases...) {
			fmt.Fprintf(&api, "  %q: { req: %s; res: %s };\n", call, req, res)
		}
	}
	var out bytes.Buffer
	out.WriteString("// The wire contract: every call of the product with what it takes and answers.\n" +
		"// Generated from the route table of the api by `go generate ./api`; edit the Go types, not this file.\n\n" +
		"type Empty = Record<string, never>;\n\n")
	for _, name := range slices.Sorted(maps.Keys(w.bodies)) {
		fmt.Fprintf(&out, "interface %s {\n%s}\n\n", name, w.bodies[name])
	}
	fmt.Fprintf(&out, "export interface Api {\n%s}\n\n", api.Bytes())
	out.WriteString("/** Calls that may be named by a key: sent again under the same one, they have one effect. */\nexport const keyed: ReadonlySet<string> = new Set([\n")
	for _, r := range routes {
		if r.Idempotent {
			for _, call := range append([]string{r.Path}, r.Aliases...) {
				fmt.Fprintf(&out, "  %q,\n", call)
			}
		}
	}
	out.WriteString("]);\n\nexport type Right =")
	for _, r := range right.All() {
		fmt.Fprintf(&out, "\n  | %q", r)
	}
	out.WriteString(";\n\nexport type PartnerRight =")
	for _, r := range right.Partners() {
		fmt.Fprintf(&out, "\n  | %q", r)
	}
	out.WriteString(";\n\nexport type Code =")
	for e := range fault.Catalogue() {
		fmt.Fprintf(&out, "\n  | %q", e.Code)
	}
	out.WriteString(";\n\nexport type EventCmd =")
	for _, c := range event.Commands {
		fmt.Fprintf(&out, "\n  | %q", c)
	}
	out.WriteString(";\n")
	return out.Bytes()
}

// tsWriter names each Go struct once. Two types of the same name in different packages are told apart by their package.
type tsWriter struct {
	names  map[reflect.Type]string
	taken  map[string]reflect.Type
	bodies map[string]string
}

func (w *tsWriter) typ(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[time.Time]():
		return "string"
	case reflect.TypeFor[money.Input]():
		return "number"
	case reflect.TypeFor[httpx.File](), reflect.TypeFor[sheet.List](), reflect.TypeFor[httpx.Upload]():
		return "Blob"
	case reflect.TypeFor[right.Right]():
		return "Right"
	case reflect.TypeFor[right.OfArea]():
		return "PartnerRight"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return w.typ(t.Elem()) + " | null"
	case reflect.Slice, reflect.Array:
		e := w.typ(t.Elem())
		if strings.Contains(e, " ") {
			e = "(" + e + ")"
		}
		return e + "[]"
	case reflect.Map:
		return "Record<string, " + w.typ(t.Elem()) + ">"
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Interface:
		return "unknown"
	case reflect.Struct:
		return w.structure(t)
	default:
		return "number" // the wire has no other kinds: archtest forbids floats, channels and functions do not marshal
	}
}

func (w *tsWriter) structure(t reflect.Type) string {
	if name, ok := w.names[t]; ok {
		return name
	}
	fields := wireFields(t)
	if len(fields) == 0 {
		return "Empty"
	}
	name := wireName(t)
	if other, ok := w.taken[name]; name == "" || (ok && other != t) {
		name = title(path.Base(t.PkgPath())) + name
		for n := 2; w.taken[name] != nil; n++ {
			name = strings.TrimRight(name, "0123456789") + strconv.Itoa(n)
		}
	}
	w.names[t], w.taken[name] = name, t
	var b strings.Builder
	for _, f := range fields {
		mark := ""
		if f.optional {
			mark = "?"
		}
		fmt.Fprintf(&b, "  %s%s: %s;\n", f.name, mark, w.typ(f.typ))
	}
	w.bodies[name] = b.String()
	return name
}

// areas is the folder of the api's areas.
const areas = "hubstake/api/"

// insideArea reports whether a type is of a package inside an area, as api/admin/cash. Its names are those of other packages, too.
func insideArea(t reflect.Type) bool {
	area, ok := strings.CutPrefix(t.PkgPath(), areas)
	return ok && strings.Contains(area, "/")
}

// wireName is the name of a Go type in the contract; inside an area it begins with the folders: AdminCashRow.
func wireName(t reflect.Type) (name string) {
	if insideArea(t) {
		for folder := range strings.SplitSeq(strings.TrimPrefix(t.PkgPath(), areas), "/") {
			name += title(folder)
		}
	}
	return name + title(t.Name())
}

// title is a name that begins with a capital letter.
func title(name string) string {
	if name == "" {
		return ""
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

type wireField struct {
	name     string
	typ      reflect.Type
	optional bool
}

// wireFields are the fields of a struct as JSON has them, embedded and inlined structs flattened.
func wireFields(t reflect.Type) []wireField {
	var out []wireField
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		name, opts, _ := strings.Cut(tag, ",")
		switch {
		case name == "-" || f.Tag.Get("path") != "" || (!f.IsExported() && !f.Anonymous):
			continue
		case (f.Anonymous && name == "") || strings.Contains(opts, "embed"):
			out = append(out, wireFields(f.Type)...)
		default:
			if name == "" {
				name = f.Name
			}
			out = append(out, wireField{name, f.Type, strings.Contains(opts, "omit")})
		}
	}
	return out
}
