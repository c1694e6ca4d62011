package httpx

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"

	"hubstake/internal/access/idempotency"
	"hubstake/internal/core/fault"
	"hubstake/internal/platform/peer"
	"hubstake/internal/platform/pg"
)

// Envelope is the shape of every answer. ResultMessage is SUCCESS or, of a refusal, its sentence in the reader's language; a
// refusal's data holds the values of the sentence's placeholders.
type Envelope struct {
	ResultCode    string `json:"resultCode"`
	ResultMessage string `json:"resultMessage"`
	Data          any    `json:"data"`
	TraceID       string `json:"traceId"`
}

// Refusal is the data of an answer that is not 200.
type Refusal struct {
	Params map[string]string `json:"params"`
	Detail any               `json:"detail,omitempty"` // for the page, from WithDetail: what the call's documentation says
}

// detailed is a refusal with what the page needs to offer something better.
type detailed struct {
	error
	detail any
}

// Unwrap returns the refusal.
func (d detailed) Unwrap() error { return d.error }

// WithDetail adds to a refusal what the page is told beside its code. Of an error that is a failure of ours, nothing is told.
func WithDetail(err error, detail any) error { return detailed{err, detail} }

// detailOf is the detail of a refusal; nil when it has none.
func detailOf(err error) any {
	var d detailed
	if _, refused := fault.Of(err); refused && errors.As(err, &d) {
		return d.detail
	}
	return nil
}

// transport is a refusal of the request itself rather than of what it asks: its HTTP status says so (D-41).
type transport struct {
	status int
	fault  *fault.Fault
	after  time.Duration // 429: until when the caller should wait
}

func (t *transport) Error() string { return http.StatusText(t.status) + ": " + t.fault.Error() }

// Unwrap gives the fault, so that its code reaches the envelope.
func (t *transport) Unwrap() error { return t.fault }

var (
	errMalformed   = &transport{status: http.StatusBadRequest, fault: fault.Failed}
	errForeignSite = &transport{status: http.StatusForbidden, fault: fault.SiteIDRequired}
	errForbidden   = &transport{status: http.StatusForbidden, fault: fault.NoAccess}
	errNoSession   = &transport{status: http.StatusUnauthorized, fault: fault.NoAccess}
	errOtherCall   = &transport{status: http.StatusUnprocessableEntity, fault: fault.Failed}
	errNotHere     = &transport{status: http.StatusNotFound, fault: fault.Failed}
	errMediaType   = &transport{status: http.StatusUnsupportedMediaType, fault: fault.Failed}
)

// Unauthorized makes the 401 of a session that is not valid; f says what became of it (U017, U029).
func Unauthorized(f *fault.Fault) error {
	return &transport{status: http.StatusUnauthorized, fault: f}
}

// tooOften makes the 429 of a caller who must wait; nil when there is nothing to wait for.
func tooOften(wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	return &transport{status: http.StatusTooManyRequests, fault: fault.TryLater, after: wait}
}

// retryAfter is how many seconds the caller of a refused request should wait: what the limit says, else a few.
func retryAfter(err error) string {
	var t *transport
	if errors.As(err, &t) && t.after > 0 {
		return strconv.FormatInt(int64((t.after+time.Second-1)/time.Second), 10)
	}
	return "5"
}

// Gone makes the 401 of a session that ended between its check and its use; other errors stay as they are.
func Gone(err error) error {
	if f, ok := fault.Of(err); ok && (errors.Is(f, fault.NoAccess) || errors.Is(f, fault.LoggedInElsewhere)) {
		return Unauthorized(f)
	}
	return err
}

// verdict turns an error into the HTTP status, the fault that the caller is told and whether it is our own failure,
// to be logged. The first fault of the chain wins.
func verdict(err error) (status int, f *fault.Fault, failure bool) {
	if errors.Is(err, idempotency.ErrOther) {
		err = errOtherCall
	}
	var t *transport
	if errors.As(err, &t) {
		return t.status, t.fault, false
	}
	if f, ok := fault.Of(err); ok {
		if errors.Is(f, fault.TryLater) { // overload: neither the product's answer nor a failure to be looked into
			return http.StatusServiceUnavailable, f, false
		}
		return http.StatusOK, f, false
	}
	if errors.Is(err, peer.ErrUnreadable) { // the balancer's configuration is wrong, not the call
		return http.StatusServiceUnavailable, fault.TryLater, true
	}
	var fe *fiber.Error
	if errors.As(err, &fe) && fe.Code < http.StatusInternalServerError {
		return fe.Code, fault.Failed, false
	}
	if pg.Unavailable(err) {
		return http.StatusServiceUnavailable, fault.TryLater, true
	}
	return http.StatusInternalServerError, fault.Failed, true
}

// codeOf is the result code of an answer.
func codeOf(err error) string {
	if err == nil {
		return fault.Success.Code()
	}
	_, f, _ := verdict(err)
	return f.Code()
}
