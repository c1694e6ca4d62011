package front

import (
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strings"
)

// Config says where the parts of one origin are.
type Config struct {
	Origin string   // what the browser's address line shows, e.g. http://localhost:8080
	Dist   string   // directory of the built site
	API    *url.URL // answers /api and /v1
	Hub    *url.URL // answers /hub
	Game   string   // origin that may be shown in a frame
	Log    io.Writer
}

// New makes the handler of the origin.
func New(cfg Config) (http.Handler, error) {
	origin, err := url.Parse(cfg.Origin)
	if err != nil || origin.Host == "" {
		return nil, errors.New("front: the origin is not of the form http://host:port")
	}
	root, err := os.OpenRoot(cfg.Dist)
	if err != nil {
		return nil, errors.New("front: the site is not built: " + err.Error())
	}
	logger := log.New(cfg.Log, "front: ", log.LstdFlags|log.LUTC)
	api, hub := proxy(cfg.API, logger), proxy(cfg.Hub, logger)
	pages := &static{
		root:    root,
		headers: pageHeaders([]string{"ws://" + origin.Host}, cfg.Game),
		kept:    map[string]*asset{},
	}
	names := ownNames(origin.Host)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !slices.Contains(names, r.Host):
			// A name of somebody else that resolves to this machine must not read the instance.
			http.Error(w, "this origin is "+cfg.Origin, http.StatusMisdirectedRequest)
		case under(r.URL.Path, "/api"), under(r.URL.Path, "/v1"):
			api.ServeHTTP(w, r)
		case under(r.URL.Path, "/hub"):
			hub.ServeHTTP(w, r)
		case r.Host != origin.Host:
			http.Redirect(w, r, cfg.Origin+r.URL.RequestURI(), http.StatusTemporaryRedirect)
		default:
			pages.ServeHTTP(w, r)
		}
	}), nil
}

// ownNames are the names of a loopback origin: cookies and the content security policy belong to the first.
func ownNames(host string) []string {
	_, port, err := net.SplitHostPort(host)
	if err != nil {
		return []string{host}
	}
	return []string{host, net.JoinHostPort("127.0.0.1", port), net.JoinHostPort("::1", port)}
}

func under(path, prefix string) bool {
	return path == prefix || strings.HasPrefix(path, prefix+"/")
}

// unavailable is what the API answers when it can do nothing: fault E002 in the envelope.
const unavailable = `{"resultCode":"E002","resultMessage":"","data":{},"traceId":""}` + "\n"

func proxy(to *url.URL, logger *log.Logger) http.Handler {
	return &httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(to)
			p.SetXForwarded() // what the client wrote there has been removed
			p.Out.Host = p.In.Host
		},
		ErrorLog: logger,
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() == nil {
				logger.Printf("%s: %v", r.URL.Path, err)
			}
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			w.Header().Set("Cache-Control", "no-store")
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = io.WriteString(w, unavailable)
		},
	}
}
