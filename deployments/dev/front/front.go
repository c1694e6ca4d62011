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
	"time"
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
	calls, hub := bounded(proxy(cfg.API, logger)), proxy(cfg.Hub, logger)
	pages := &static{
		root:    root,
		headers: pageHeaders([]string{"ws://" + origin.Host}, cfg.Game),
		kept:    map[string]*asset{},
	}
	names := ownNames(origin.Host)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !slices.Contains(names, r.Host):
			// A foreign name that resolves to this machine must not read the instance.
			http.Error(w, "this origin is "+cfg.Origin, http.StatusMisdirectedRequest)
		case under(r.URL.Path, "/api"), under(r.URL.Path, "/v1"):
			calls.ServeHTTP(w, r)
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

// claims are what only a balancer may say of a request; the client's own words are dropped.
var claims = []string{"X-Real-Ip", "X-Request-Id", "X-Forwarded-Host", "Traceparent", "Tracestate"}

const (
	dialTime        = 5 * time.Second
	keptConnections = 64
	keptTime        = 75 * time.Second
)

// Address is the loopback address from which the front calls the programs. They trust it, and it alone, to say whom a request
// comes from; scripts and the simulator call them from 127.0.0.1 and are taken for themselves.
const Address = "127.0.0.2"

// maxBody is the largest body that the API reads, in bytes; the front refuses longer ones itself, as nginx does, because the API
// answers before it has read them.
const maxBody = 64 << 10

// unavailable is what the API answers when it can do nothing: fault E002 in the envelope.
const unavailable = `{"resultCode":"E002","resultMessage":"","data":{},"traceId":""}` + "\n"

// tooLarge is the API's answer to a body that is too long.
const tooLarge = `{"resultCode":"E001","resultMessage":"","data":{},"traceId":""}` + "\n"

func refuse(w http.ResponseWriter, status int, envelope string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, envelope)
}

// bounded refuses bodies that are too long, announced or not.
func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > maxBody {
			refuse(w, http.StatusRequestEntityTooLarge, tooLarge)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}

func proxy(to *url.URL, logger *log.Logger) http.Handler {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(Address)}, Timeout: dialTime}
	return &httputil.ReverseProxy{
		Transport: &http.Transport{DialContext: dialer.DialContext, MaxIdleConnsPerHost: keptConnections, IdleConnTimeout: keptTime},
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(to)
			p.SetXForwarded() // what the client wrote there has been removed
			p.Out.Host = p.In.Host
			for _, name := range claims {
				p.Out.Header.Del(name)
			}
		},
		ErrorLog: logger,
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() == nil {
				logger.Printf("%s: %v", r.URL.Path, err)
			}
			var long *http.MaxBytesError
			if errors.As(err, &long) {
				refuse(w, http.StatusRequestEntityTooLarge, tooLarge)
				return
			}
			w.Header().Set("Retry-After", "1")
			refuse(w, http.StatusServiceUnavailable, unavailable)
		},
	}
}
