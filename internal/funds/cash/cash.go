package cash

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
)

// Kind of a request, by its name on the wire.
type Kind string

// The kinds.
const (
	In  Kind = "in"  // a deposit
	Out Kind = "out" // a withdrawal
	// Through is a withdrawal that the member's partner pays: the money becomes PT of the partner (D-28).
	Through Kind = "through"
	// PT is a withdrawal of a partner's PT to its own bank account (D-73). Its currency is wallet.PT.
	PT Kind = "pt"
)

// Status of a request (D-11).
type Status int16

// The statuses.
const (
	Requested Status = 0
	Held      Status = 2
	Done      Status = 1
	Cancelled Status = -1 // by the member
	Refused   Status = -2 // by staff, with a memo
)

// Open reports whether the request is still undecided.
func (s Status) Open() bool { return s == Requested || s == Held }

// after lists what a status may become (D-12).
var after = map[Status][]Status{
	Requested: {Held, Done, Cancelled, Refused},
	Held:      {Done, Refused},
}

// Request as its member sees it.
type Request struct {
	ID          int64
	Kind        Kind
	Amount      money.Amount
	Status      Status
	Depositor   string `json:"-"` // personal data are not stored with the answer of a call (complete)
	Bank        string
	AccountNo   string `json:"-"` // withdrawals: where the money goes
	Payer       string // Through: the partner who pays
	RequestedAt time.Time
	UndoUntil   *time.Time // withdrawals: until when the member may cancel (D-15)
	ProcessedAt *time.Time // nil while open
	Memo        string     // why staff refused
}

// Service takes and decides requests.
type Service struct {
	db       *pgxpool.Pool
	clk      clock.Clock
	sites    *site.Service
	members  *member.Service
	messages *message.Service
	metrics  *Metrics

	approvals *approval.Service
	mayPay    func(ctx context.Context, siteID, partner string) error
}

// New returns a service; m may be nil.
func New(
	db *pgxpool.Pool, clk clock.Clock, sites *site.Service, members *member.Service, messages *message.Service, m *Metrics,
) *Service {
	return &Service{db: db, clk: clk, sites: sites, members: members, messages: messages, metrics: m}
}

// Explanations of a C019 in the log.
var (
	errTooLate  = errors.New("cash: another decision came first, or there is no such request")
	errNotShown = errors.New("cash: the request with this id is not the one that was shown")
)

// checkAmount is D-18: minimum, maximum, unit, each with its fault.
func checkAmount(n, low, high, unit money.Amount, below, above, notUnit *fault.Fault) error {
	switch {
	case n < low:
		return below.With("min", low.String())
	case n > high:
		return above.With("max", high.String())
	case n%unit != 0:
		return notUnit.With("unit", unit.String())
	}
	return nil
}
