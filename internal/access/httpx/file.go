package httpx

import (
	"bytes"
	"context"
	"io"
	"mime"
	"reflect"
	"slices"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"hubstake/internal/access/limit"
	"hubstake/internal/core/sheet"
)

// Upload is a request whose body is a file instead of JSON.
type Upload struct {
	Bytes []byte `json:"-"`
}

// Uploads are the files that a route takes.
type Uploads struct {
	Types    []string // media types, as the caller must name them. None is one that a foreign page may send without a preflight request
	MaxBytes int
}

// PostFile declares a route that takes a file. Its body may be larger than that of other routes. Public routes cannot take files: it panics.
func PostFile[Res any](path string, access Access, takes Uploads, handle func(context.Context, Caller, Upload) (Res, error), opts ...Option) Route {
	if access == Public {
		panic("httpx: " + path + ": a guest cannot send files")
	}
	r := Route{Path: path, Access: access, Class: limit.Read, Takes: takes, Req: reflect.TypeFor[Upload](), Res: reflect.TypeFor[Res]()}
	r.serve = func(ctx context.Context, _ Deps, who Caller, body []byte, _ func(string) string) (any, error) {
		if len(body) == 0 {
			return nil, errMalformed
		}
		return handle(ctx, who, Upload{body})
	}
	for _, o := range opts {
		o(&r)
	}
	if r.Fresh {
		panic("httpx: " + path + ": a route that takes files asks for no code")
	}
	return r
}

// accepts reports whether a route takes a body of this content type: JSON, or one of its files.
func (r Route) accepts(contentType string) bool {
	if r.Takes.MaxBytes == 0 {
		return isJSON(contentType)
	}
	mediaType, _, err := mime.ParseMediaType(contentType)
	return err == nil && slices.Contains(r.Takes.Types, mediaType)
}

// allowFiles lets the server read the bodies of routes that take files; all others keep the bound of the application. It is decided by
// the address, before any of the body is read.
func allowFiles(app *fiber.App, routes []Route) {
	most := map[string]int{}
	for _, r := range routes {
		if r.Takes.MaxBytes > 0 {
			most[r.Path] = r.Takes.MaxBytes
		}
	}
	if len(most) == 0 {
		return
	}
	app.Server().HeaderReceived = func(h *fasthttp.RequestHeader) fasthttp.RequestConfig {
		path, _, _ := bytes.Cut(h.RequestURI(), []byte("?"))
		return fasthttp.RequestConfig{MaxRequestBodySize: most[string(path)]} // 0: the application's
	}
}

// File is an answer that is a file instead of an envelope. Body is read while it is sent and closed afterwards. When reading
// fails, the connection is aborted, so that the client cannot mistake a part for the whole. Refusals are still envelopes.
type File struct {
	Name string        `json:"-"` // ASCII, what the browser keeps it as
	Type string        `json:"-"` // media type
	Body io.ReadCloser `json:"-"`
	Cut  bool          `json:"-"` // it is a list of which it holds only the first rows
}

// fileOf returns a list as a file of the format that the caller accepts: the one place in which a format is chosen. CSV when it names neither.
func fileOf(c fiber.Ctx, l sheet.List) File {
	format := sheet.CSV
	for _, f := range sheet.Formats() {
		if c.Accepts(sheet.CSV.Type(), f.Type()) == f.Type() {
			format = f
		}
	}
	return File{Name: l.Name + format.Ending(), Type: format.Type(), Body: l.Open(c.Context(), format), Cut: l.Cut}
}

// headerCut says of a file that it holds only the first rows of a list.
const headerCut = "X-File-Cut"

// send answers with a file.
func (f File) send(c fiber.Ctx) error {
	c.Set(fiber.HeaderContentType, f.Type)
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="`+f.Name+`"`)
	c.Set(fiber.HeaderCacheControl, "private, no-store")
	c.Set(fiber.HeaderContentSecurityPolicy, "default-src 'none'; sandbox") // whatever a browser makes of it, nothing in it runs
	if f.Cut {
		c.Set(headerCut, "1")
	}
	return c.SendStream(f.Body)
}
