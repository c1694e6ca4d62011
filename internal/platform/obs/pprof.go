package obs

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"net/http/pprof"

	"hubstake/internal/platform/peer"
)

// profiles serves the runtime's profiles under /debug/pprof/ to requests with `Authorization: Bearer …`. All other requests
// get 404, as do all requests when no token is set.
func profiles(token string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index) // heap, goroutine, mutex, block and the others by name
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	want := sha256.Sum256([]byte(token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, bearer := peer.Bearer(r.Header.Get("Authorization"))
		have := sha256.Sum256([]byte(text)) // of one length, so that comparing takes one time
		if token == "" || !bearer || subtle.ConstantTimeCompare(have[:], want[:]) != 1 {
			http.NotFound(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}
