package front

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

// static serves the built site. Files are read once and again when they change; each is compressed when it is first
// asked for in that form.
type static struct {
	root    *os.Root
	headers http.Header

	mu   sync.Mutex
	kept map[string]*asset
}

// asset is one file in memory.
type asset struct {
	changed time.Time
	size    int64
	kind    string
	tag     string
	forms   map[string]func() []byte // by content coding; "" is the file as it is
}

// notPages are paths that belong to no page. A scraper or scanner that asks for them must get 404, not the site's first
// page.
var notPages = []string{"/metrics", "/debug", "/livez", "/readyz", "/startupz"}

func (s *static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for k, v := range s.headers {
		w.Header()[k] = v
	}
	w.Header().Set("Cross-Origin-Opener-Policy", openerPolicy(path.Clean("/"+r.URL.Path)))
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	name := s.file(r.URL.Path)
	a, err := s.load(name)
	if err != nil {
		w.Header().Set("Cache-Control", "no-store")
		if errors.Is(err, fs.ErrNotExist) {
			http.Error(w, "not found", http.StatusNotFound)
			return
		}
		http.Error(w, "not readable", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Cache-Control", cacheControl(name))
	w.Header().Set("Content-Type", a.kind)
	form := ""
	if len(a.forms) > 1 {
		w.Header().Set("Vary", "Accept-Encoding")
		form = negotiate(r.Header.Get("Accept-Encoding"))
	}
	tag := a.tag
	if form != "" {
		w.Header().Set("Content-Encoding", form)
		tag += "-" + form
	}
	w.Header().Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.forms[form]()))
}

// file maps a path to a file of the site: itself when it looks like a file, else the entry that has the page. Files
// that start with a dot and source maps are not part of the site.
func (s *static) file(p string) string {
	clean := path.Clean("/" + p)
	for _, no := range notPages {
		if under(clean, no) {
			return ""
		}
	}
	if strings.Contains(clean, "/.") || strings.HasSuffix(clean, ".map") {
		return ""
	}
	switch {
	case path.Ext(clean) != "":
		return clean[1:]
	case under(clean, "/admin"):
		return "admin.html"
	default:
		return "index.html"
	}
}

func (s *static) load(name string) (*asset, error) {
	if name == "" {
		return nil, fs.ErrNotExist
	}
	st, err := s.root.Stat(name)
	if err != nil || !st.Mode().IsRegular() {
		return nil, fs.ErrNotExist // also a name that cannot be one, or that leads out of the site
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if a := s.kept[name]; a != nil && a.changed.Equal(st.ModTime()) && a.size == st.Size() {
		return a, nil
	}
	body, err := s.root.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	sum := sha256.Sum256(body)
	a := &asset{
		changed: st.ModTime(), size: st.Size(), kind: kind(name), tag: hex.EncodeToString(sum[:12]),
		forms: map[string]func() []byte{"": func() []byte { return body }},
	}
	if compressible(a.kind) && len(body) > 512 {
		a.forms["br"] = sync.OnceValue(func() []byte { return compress(brotliWriter, body) })
		a.forms["gzip"] = sync.OnceValue(func() []byte { return compress(gzipWriter, body) })
	}
	s.kept[name] = a
	return a, nil
}

func brotliWriter(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, 9) }

func gzipWriter(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }

func compress(with func(io.Writer) io.WriteCloser, body []byte) []byte {
	var out bytes.Buffer
	z := with(&out)
	_, _ = z.Write(body) // a buffer takes everything
	_ = z.Close()
	return out.Bytes()
}

// negotiate picks the best coding that the client takes. A coding with q=0 is one that it refuses.
func negotiate(accept string) string {
	takes := map[string]bool{}
	for part := range strings.SplitSeq(accept, ",") {
		coding, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		q := strings.ReplaceAll(params, " ", "")
		takes[strings.ToLower(strings.TrimSpace(coding))] = q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
	}
	for _, coding := range []string{"br", "gzip"} {
		if takes[coding] {
			return coding
		}
	}
	return ""
}

// cacheControl keeps a file with a hash in its name for good and asks each time for pages, which name those files.
func cacheControl(name string) string {
	switch {
	case strings.HasPrefix(name, "assets/"):
		return "public, max-age=31536000, immutable"
	case strings.HasSuffix(name, ".html"):
		return "no-cache"
	default:
		return "public, max-age=3600"
	}
}

// kind is the media type. The machine's own table is not asked for the types that a page needs to work.
func kind(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".json":
		return "application/json"
	case ".webmanifest":
		return "application/manifest+json"
	case ".svg":
		return "image/svg+xml"
	case ".woff2":
		return "font/woff2"
	case ".ico":
		return "image/x-icon"
	case ".txt":
		return "text/plain; charset=utf-8"
	default:
		if t := mime.TypeByExtension(ext); t != "" {
			return t
		}
		return "application/octet-stream"
	}
}

func compressible(kind string) bool {
	return strings.HasPrefix(kind, "text/") || strings.HasPrefix(kind, "application/json") ||
		strings.HasPrefix(kind, "application/manifest") || strings.HasPrefix(kind, "image/svg")
}
