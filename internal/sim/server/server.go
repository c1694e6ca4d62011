package server

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"hubstake/internal/core/beacon"
	"hubstake/internal/core/clock"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/chat"
	"hubstake/internal/sim/round"
	"hubstake/internal/sim/signature"
	"hubstake/internal/sim/sports"
	"hubstake/internal/sim/table"
	"hubstake/internal/sim/transferwallet"
	"hubstake/internal/sim/web"
)

const maxBody = 16 << 10

// handlers is what the routes share.
type handlers struct {
	cfg             Config
	rounds          *round.Service
	tables          *table.Service
	streams         streams
	transferWallets *transferwallet.Store
	box             *chaos.Box
	clk             clock.Clock
	log             zerolog.Logger
	verifier        *signature.Verifier
	pages           *web.Pages
	launches        *prometheus.CounterVec
	desk            *chat.Desk // nil: no live chat
	feed            *sports.Feed
	told            prometheus.Counter
	beacon          *beacon.Signer // nil: no beacon
}

// New returns the vendor's public handler.
func New(
	cfg Config, rounds *round.Service, tables *table.Service, transferWallets *transferwallet.Store, box *chaos.Box, clk clock.Clock, log zerolog.Logger, reg prometheus.Registerer,
) (http.Handler, error) {
	pages, err := web.New()
	if err != nil {
		return nil, err
	}
	h := &handlers{
		cfg: cfg, rounds: rounds, tables: tables, streams: streams{open: map[string]int{}}, transferWallets: transferWallets, box: box, clk: clk, log: log, pages: pages,
		verifier: signature.NewVerifier(cfg.Secret[:], clk),
		launches: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "sim_launches_total", Help: "Launches that the operator asked for.",
		}, []string{"game", "result"}),
		feed: sports.NewFeed(sports.New(cfg.SportsSeed), box),
		told: prometheus.NewCounter(prometheus.CounterOpts{Name: "sim_sports_changes_total", Help: "Changes that the sports feed told."}),
	}
	if len(cfg.ChatKeys) > 0 || cfg.ChatClientID != "" {
		if h.desk, err = chat.NewDesk(cfg.ChatClientID, cfg.ChatKeys, clk); err != nil {
			return nil, err
		}
	}
	if !cfg.Production() && !cfg.BeaconKey.Zero() {
		if h.beacon, err = beacon.NewSigner(cfg.BeaconKey[:]); err != nil {
			return nil, err
		}
	}
	requests := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "sim_request_duration_seconds", Help: "Requests by route and status class.",
		Buckets: []float64{.002, .005, .01, .02, .05, .1, .25, .5, 1, 3, 10},
	}, []string{"route", "class"})
	reg.MustRegister(h.launches, h.told, requests)

	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/launch", h.launch)
	mux.HandleFunc("POST /v1/rounds", h.recall)
	mux.HandleFunc("POST /v1/transfer/deposit", h.order(transferwallet.Deposit))
	mux.HandleFunc("POST /v1/transfer/withdraw", h.order(transferwallet.Withdraw))
	mux.HandleFunc("POST /v1/transfer/status", h.orderStatus)
	mux.HandleFunc("POST /v1/transfer/balance", h.held)
	mux.HandleFunc("POST /v1/jackpots", h.jackpots)
	mux.HandleFunc("POST /v1/sports/changes", h.sportsChanges)
	mux.HandleFunc("GET /v1/games", h.games)
	mux.HandleFunc("GET /v1/live", h.live)
	mux.HandleFunc("GET /watch", h.watchPage)
	mux.HandleFunc("GET /play/{id}", h.page)
	mux.HandleFunc("POST /play/{id}/state", h.state)
	mux.HandleFunc("POST /play/{id}/spin", h.spin)
	mux.HandleFunc("POST /play/{id}/bet", h.bet)
	mux.HandleFunc("GET "+eventsPath, h.events)
	mux.HandleFunc("GET /v1/tables/{code}", h.proofs)
	mux.HandleFunc("GET /{$}", h.lobby)
	mux.Handle("GET /assets/", pages.Assets())
	if h.desk != nil {
		mux.HandleFunc("POST /v1/chat", h.talk)
		mux.HandleFunc("GET /chat", h.chatPage)
	}
	if h.beacon != nil {
		mux.HandleFunc("GET /drand/{chain}/info", h.beaconInfo)
		mux.HandleFunc("GET /drand/{chain}/public/{round}", h.beaconRound)
	}
	if !cfg.Production() {
		mux.HandleFunc("GET /faults", h.faults)
		mux.HandleFunc("POST /faults", h.setFaults)
	}
	return observe(headers(mux, cfg), log, clk, requests), nil
}

// headers protects every answer: our own scripts only, framed by the operator only, no address given away. A play's address
// is a key to it, so no answer but the assets may be kept.
func headers(next http.Handler, cfg Config) http.Handler {
	ancestors := strings.Join(cfg.ancestors(), " ")
	if ancestors == "" {
		ancestors = "'none'"
	}
	policy := "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; frame-ancestors " + ancestors
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		set := w.Header().Set
		set("Content-Security-Policy", policy)
		set("X-Content-Type-Options", "nosniff")
		set("Referrer-Policy", "no-referrer")
		set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
		set("Cross-Origin-Resource-Policy", "same-origin")
		set("Cache-Control", "no-store")
		if strings.HasPrefix(cfg.PublicURL, "https://") {
			set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// observe writes one line and one measurement for each request, by route and never by address: an address may hold a play.
func observe(next http.Handler, log zerolog.Logger, clk clock.Clock, requests *prometheus.HistogramVec) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := clk.Now()
		rec := &recorder{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			took, route := clk.Now().Sub(began), r.Pattern
			if route == "" {
				route = "none"
			}
			if !strings.HasSuffix(route, eventsPath) { // how long a window was open is no measure of the server
				requests.WithLabelValues(route, string(rune('0'+rec.status/100))+"xx").Observe(took.Seconds())
			}
			level := zerolog.DebugLevel
			if rec.status >= http.StatusInternalServerError {
				level = zerolog.WarnLevel
			}
			log.WithLevel(level).Str("route", route).Int("status", rec.status).Dur("took", took).Msg("request")
		}()
		next.ServeHTTP(rec, r)
	})
}

type recorder struct {
	http.ResponseWriter
	status int
}

// WriteHeader remembers the status.
func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

// Unwrap lets a stream set its own deadlines and send what it has.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// refusal is the body of every answer that is not a success.
type refusal struct {
	Code string `json:"code"`
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.MarshalWrite(w, v)
}

func refuse(w http.ResponseWriter, status int, code string) { answer(w, status, refusal{code}) }

// body reads a JSON body strictly; it has answered when it returns false.
func body(w http.ResponseWriter, r *http.Request, into any) bool {
	raw, ok := rawBody(w, r)
	return ok && decode(w, raw, into)
}

// signedBody reads a body that the operator signed; it has answered when it returns false.
func (h *handlers) signedBody(w http.ResponseWriter, r *http.Request, into any) bool {
	raw, ok := rawBody(w, r)
	if !ok {
		return false
	}
	if h.verifier.Check(r.Header, strings.TrimPrefix(r.URL.Path, "/v1/"), raw) != nil {
		refuse(w, http.StatusUnauthorized, "SIGNATURE")
		return false
	}
	return decode(w, raw, into)
}

func rawBody(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	// A page of another origin cannot send this content type without a preflight request, which is not answered.
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "CONTENT_TYPE")
		return nil, false
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		refuse(w, http.StatusRequestEntityTooLarge, "TOO_LARGE")
		return nil, false
	case err != nil:
		refuse(w, http.StatusBadRequest, "BAD_REQUEST")
		return nil, false
	}
	return raw, true
}

func decode(w http.ResponseWriter, raw []byte, into any) bool {
	if err := json.Unmarshal(raw, into, json.RejectUnknownMembers(true)); err != nil {
		refuse(w, http.StatusBadRequest, "BAD_REQUEST")
		return false
	}
	return true
}

// spinWait is how long a page is kept waiting for a spin; it then asks again with the same key.
const spinWait = 20 * time.Second
