package oddsapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Host is the address of the API.
const Host = "https://api.the-odds-api.com"

const (
	maxAnswer = 8 << 20 // bytes after decompression; a sport with many bookmakers has about one million
	maxError  = 64 << 10
	maxWait   = 24 * time.Hour
)

// The ways to fail. ErrDown stands for a network that failed, a status of 500 or above, and an answer that cannot be read; the others for
// refusals, whose details are a *Refusal.
var (
	ErrKey     = errors.New("oddsapi: the key is not accepted")
	ErrQuota   = errors.New("oddsapi: the requests of the key are used up")
	ErrRequest = errors.New("oddsapi: the request is refused")
	ErrPace    = errors.New("oddsapi: too many requests at a time")
	ErrDown    = errors.New("oddsapi: no usable answer")
)

// Refusal is an answer with a status other than 200.
type Refusal struct {
	Path   string
	Status int
	Code   string        // of the API: "INVALID_KEY"; empty: none that is known to be one
	After  time.Duration // when to ask again; 0: the API did not say
	kind   error
}

// Error implements error. It holds neither the query nor the API's message, which may repeat the key.
func (r *Refusal) Error() string {
	text := fmt.Sprintf("%v: GET %s: status %d", r.kind, r.Path, r.Status)
	if r.Code != "" {
		text += " " + r.Code
	}
	return text
}

// Unwrap returns the way to fail.
func (r *Refusal) Unwrap() error { return r.kind }

// Key is the secret that the API wants in each query. It is written as "hidden" by all ways of formatting and logging.
type Key string

const hidden = "hidden"

// String implements fmt.Stringer.
func (Key) String() string { return hidden }

// GoString implements fmt.GoStringer.
func (Key) GoString() string { return hidden }

// MarshalText implements encoding.TextMarshaler.
func (Key) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Quota is what the API said of the key's requests with its last answer; -1: it did not say.
type Quota struct{ Remaining, Used int }

// Client asks the API. It is safe for concurrent use.
type Client struct {
	base *url.URL
	key  func() string // a function, so that a printed client shows no secret
	http *http.Client

	mu    sync.Mutex
	quota Quota
}

// NewClient returns a client of the API at base (Host), which bounds each question by the timeout of the given http.Client. The error reports an
// address that is not https (but for this machine), an empty key, or a client without a timeout.
func NewClient(base string, key Key, client *http.Client) (*Client, error) {
	u, err := url.Parse(base)
	switch {
	case err != nil || u.Host == "" || u.RawQuery != "" || u.User != nil || u.Scheme != "https" && (u.Scheme != "http" || !loopback(u.Hostname())):
		return nil, errors.New("oddsapi: the address is not an https address")
	case key == "":
		return nil, errors.New("oddsapi: no key")
	case client == nil || client.Timeout <= 0:
		return nil, errors.New("oddsapi: an http client without a timeout")
	}
	own := *client
	// Redirects are not followed: another address would learn the key.
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{base: u, key: func() string { return string(key) }, http: &own, quota: Quota{-1, -1}}, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Quota returns what the API last said of the key's requests.
func (c *Client) Quota() Quota {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.quota
}

// Sport is a league of the API.
type Sport struct {
	Key          string `json:"key"`   // "soccer_epl"
	Group        string `json:"group"` // "Soccer"
	Title        string `json:"title"` // "EPL"
	Description  string `json:"description"`
	Active       bool   `json:"active"` // in season
	HasOutrights bool   `json:"has_outrights"`
}

// Elements are the elements of an answer, each still to be decoded, so that a malformed one spoils no other.
type Elements []json.RawMessage

// Sports returns the leagues in season. The question does not count against the quota.
func (c *Client) Sports(ctx context.Context) ([]Sport, error) {
	var all []Sport
	return all, c.get(ctx, "/v4/sports", url.Values{}, &all)
}

// Odds returns the matches of a league that are to come or being played, with the decimal prices of the bookmakers of the regions.
func (c *Client) Odds(ctx context.Context, sport string, regions []string) (Elements, error) {
	var all Elements
	return all, c.get(ctx, "/v4/sports/"+url.PathEscape(sport)+"/odds", url.Values{
		"regions": {strings.Join(regions, ",")}, "markets": {"h2h,spreads,totals"}, "oddsFormat": {"decimal"}, "dateFormat": {"iso"},
	}, &all)
}

// Scores returns the matches of a league that are to come or being played, and those that ended within so many days, with their scores.
func (c *Client) Scores(ctx context.Context, sport string, days int) (Elements, error) {
	var all Elements
	return all, c.get(ctx, "/v4/sports/"+url.PathEscape(sport)+"/scores", url.Values{"daysFrom": {strconv.Itoa(days)}, "dateFormat": {"iso"}}, &all)
}

// get asks a path and decodes the answer, which must be a list. No error holds the key.
func (c *Client) get(ctx context.Context, path string, query url.Values, list any) error {
	query.Set("apiKey", c.key())
	u := c.base.JoinPath(path)
	u.RawQuery = query.Encode()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return fmt.Errorf("%w: GET %s: the request cannot be made", ErrDown, path)
	}
	r.Header.Set("Accept", "application/json")
	answer, err := c.http.Do(r)
	if err != nil {
		return fmt.Errorf("%w: GET %s: %w", ErrDown, path, c.bare(err))
	}
	defer func() { _ = answer.Body.Close() }() // read to its end or given up
	c.note(answer.Header)
	if answer.StatusCode != http.StatusOK {
		return c.refusal(path, answer)
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	switch {
	case err != nil:
		return fmt.Errorf("%w: GET %s: %w", ErrDown, path, c.bare(err))
	case len(body) > maxAnswer:
		return fmt.Errorf("%w: GET %s: more than %d bytes", ErrDown, path, maxAnswer)
	case !strings.HasPrefix(strings.TrimLeft(string(body[:min(64, len(body))]), " \t\r\n"), "["):
		return fmt.Errorf("%w: GET %s: the answer is not a list", ErrDown, path)
	}
	if err := json.Unmarshal(body, list); err != nil {
		return fmt.Errorf("%w: GET %s: %w", ErrDown, path, c.bare(err))
	}
	return nil
}

// bare returns an error without the address, whose query holds the key.
func (c *Client) bare(err error) error {
	var withURL *url.Error
	if errors.As(err, &withURL) {
		err = withURL.Err
	}
	if text := err.Error(); strings.Contains(text, c.key()) || strings.Contains(text, url.QueryEscape(c.key())) {
		return errors.New("an error that repeats the key")
	}
	return err
}

// note keeps what the headers say of the quota.
func (c *Client) note(h http.Header) {
	number := func(name string) int {
		n, err := strconv.Atoi(h.Get(name))
		if err != nil || n < 0 {
			return -1
		}
		return n
	}
	c.mu.Lock()
	c.quota = Quota{number("x-requests-remaining"), number("x-requests-used")}
	c.mu.Unlock()
}

var code = regexp.MustCompile(`^[A-Z][A-Z_]{0,39}$`)

// refusal reads an answer with another status than 200.
func (c *Client) refusal(path string, answer *http.Response) error {
	r := &Refusal{Path: path, Status: answer.StatusCode, kind: ErrRequest}
	var said struct {
		Code string `json:"error_code"`
	}
	if body, err := io.ReadAll(io.LimitReader(answer.Body, maxError)); err == nil && json.Unmarshal(body, &said) == nil &&
		code.MatchString(said.Code) && !strings.Contains(said.Code, c.key()) {
		r.Code = said.Code
	}
	if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil && seconds > 0 {
		r.After = min(time.Duration(min(seconds, 1_000_000))*time.Second, maxWait)
	}
	switch {
	case r.Status == http.StatusUnauthorized && r.Code == "OUT_OF_USAGE_CREDITS":
		r.kind = ErrQuota
	case r.Status == http.StatusUnauthorized:
		r.kind = ErrKey
	case r.Status == http.StatusTooManyRequests:
		r.kind = ErrPace
	case r.Status >= http.StatusInternalServerError || r.Status < http.StatusBadRequest:
		r.kind = ErrDown
	}
	return r
}
