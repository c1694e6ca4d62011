// Package web holds the vendor's pages: the games, a front page, a live show, a window of live chat, their art and their texts, all inside the program.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/go-json-experiment/json"
	"golang.org/x/text/language"
)

//go:embed assets pages
var files embed.FS

// Languages by their key, with the tag that a browser knows them by. The first is the one for readers of none of them.
var Languages = []struct{ Key, Tag string }{
	{"en", "en"}, {"vn", "vi"}, {"ko", "ko"}, {"th", "th"}, {"cn", "zh-CN"}, {"jp", "ja"},
}

// Pages answers with the vendor's pages.
type Pages struct {
	templates *template.Template
	texts     map[string]map[string]string
	etags     map[string]string
}

// New reads the embedded files.
func New() (*Pages, error) {
	p := &Pages{texts: map[string]map[string]string{}, etags: map[string]string{}}
	var err error
	if p.templates, err = template.ParseFS(files, "pages/*.html"); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	for _, l := range Languages {
		raw, err := files.ReadFile("assets/texts/" + l.Key + ".json")
		if err != nil {
			return nil, fmt.Errorf("web: %w", err)
		}
		texts := map[string]string{}
		if err := json.Unmarshal(raw, &texts); err != nil {
			return nil, fmt.Errorf("web: texts of %s: %w", l.Key, err)
		}
		p.texts[l.Key] = texts
	}
	err = fs.WalkDir(files, "assets", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		raw, err := files.ReadFile(name)
		sum := sha256.Sum256(raw)
		p.etags["/"+name] = `"` + hex.EncodeToString(sum[:12]) + `"`
		return err
	})
	return p, err
}

// Language turns the operator's language, a key or a tag, into a key.
func Language(given string) string {
	for _, l := range Languages {
		if given == l.Key {
			return l.Key
		}
	}
	return Accepted(given)
}

// Accepted chooses the language for a browser's Accept-Language.
func Accepted(header string) string {
	tags := make([]language.Tag, len(Languages))
	for i, l := range Languages {
		tags[i] = language.MustParse(l.Tag)
	}
	wanted, _, err := language.ParseAcceptLanguage(header)
	if err != nil || len(wanted) == 0 {
		return Languages[0].Key
	}
	_, index, _ := language.NewMatcher(tags).Match(wanted...)
	return Languages[index].Key
}

func tag(lang string) string {
	for _, l := range Languages {
		if l.Key == lang {
			return l.Tag
		}
	}
	return Languages[0].Tag
}

// page is what a template is filled with.
type page struct {
	Tag, Lang, Code, Title string
	Engine                 string // of a table
	Faults                 bool
	texts                  map[string]string
}

// Text finds a text of the page's language.
func (p page) Text(key string) string { return p.texts[key] }

func (p *Pages) write(w http.ResponseWriter, status int, name string, data page) {
	data.Tag, data.texts = tag(data.Lang), p.texts[data.Lang]
	var b bytes.Buffer
	if err := p.templates.ExecuteTemplate(&b, name, data); err != nil {
		http.Error(w, "page", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = b.WriteTo(w)
}

// Game writes the page of a game: games of one engine share theirs, and games of reels have game.html.
func (p *Pages) Game(w http.ResponseWriter, lang, engine, code, title string) {
	name := engine + ".html"
	if p.templates.Lookup(name) == nil {
		name = "game.html"
	}
	p.write(w, http.StatusOK, name, page{Lang: lang, Code: code, Title: title})
}

// Table writes the page of a game for many players; engine names the script that draws it.
func (p *Pages) Table(w http.ResponseWriter, lang, engine, code, title string) {
	p.write(w, http.StatusOK, "table.html", page{Lang: lang, Code: code, Title: title, Engine: engine})
}

// Gone writes the page for a window whose play is over.
func (p *Pages) Gone(w http.ResponseWriter, lang string) {
	p.write(w, http.StatusNotFound, "gone.html", page{Lang: lang})
}

// Lobby writes the vendor's front page, with or without the switchboard of faults.
func (p *Pages) Lobby(w http.ResponseWriter, lang string, faults bool) {
	p.write(w, http.StatusOK, "lobby.html", page{Lang: lang, Faults: faults})
}

// Chat writes the window of live chat.
func (p *Pages) Chat(w http.ResponseWriter, lang string) {
	p.write(w, http.StatusOK, "chat.html", page{Lang: lang})
}

// Watch writes the page that shows what is played.
func (p *Pages) Watch(w http.ResponseWriter, lang string) {
	p.write(w, http.StatusOK, "watch.html", page{Lang: lang})
}

// Assets serves scripts, styles, texts, fonts and pictures; a browser asks each time whether its copy is still the same.
func (p *Pages) Assets() http.Handler {
	server := http.FileServerFS(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		etag, ok := p.etags[path.Clean(r.URL.Path)]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("ETag", etag)
		w.Header().Set("Cache-Control", "no-cache")
		if strings.HasSuffix(r.URL.Path, ".js") {
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		}
		if strings.HasSuffix(r.URL.Path, ".woff2") {
			w.Header().Set("Content-Type", "font/woff2")
		}
		server.ServeHTTP(w, r)
	})
}
