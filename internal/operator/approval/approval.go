package approval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/approval/approvaldb"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// State of a request.
type State string

// The states.
const (
	Open      State = "open"
	Approved  State = "approved"
	Refused   State = "refused"
	Cancelled State = "cancelled" // by who asked
	Expired   State = "expired"
	Failed    State = "failed" // it was approved, and could not be carried out
)

// Subject is an action that a member of staff asks for.
type Subject struct {
	Kind     site.ApprovalKind
	Target   string // in the words of the domain; there is one open request for each
	Member   string // whom it concerns; empty: no member
	Currency string // with Unit and Amount: the money that it moves
	Unit     string // cash or point
	Amount   money.Amount
	Detail   json.RawMessage // what the domain needs to carry it out
	Reason   string
	Until    *time.Time // when it can no longer be approved, if that is before the time of the site is over; nil: then
}

// Request is a subject that waits for its second person, or has been decided.
type Request struct {
	ID   int64
	Site string
	Subject
	State     State
	Version   int32
	AskedBy   string
	AskedAt   time.Time
	ExpiresAt time.Time
	DecidedBy string
	DecidedAt *time.Time
	Note      string // of who decided
	Code      string // why it failed
}

// Effect is what an approved action did.
type Effect struct {
	Entry     audit.Entry // without its actor and site
	Detail    map[string]any
	Committed func() // runs after the transaction; nil: nothing
}

// Action is a kind of action that may need a second person.
type Action struct {
	Right right.Right // of those who do it and who ask for it
	// Do carries the action out in tx in the name of by, who approved it, with the site as it was a moment ago. All checks of the action hold
	// again; a fault ends the request as failed. Do takes no second connection.
	Do func(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, r Request) (Effect, error)
}

// Rights returns the rights of those of the given staff who may act now, and keeps them as they are until tx ends.
type Rights func(ctx context.Context, tx pgx.Tx, siteID string, ids ...string) (map[string][]right.Right, error)

// Service keeps the requests.
type Service struct {
	db      *pgxpool.Pool
	clk     clock.Clock
	sites   *site.Service
	rights  Rights
	actions map[site.ApprovalKind]Action
}

// New returns a service that carries nothing out yet.
func New(db *pgxpool.Pool, clk clock.Clock, sites *site.Service, rights Rights) *Service {
	return &Service{db: db, clk: clk, sites: sites, rights: rights, actions: map[site.ApprovalKind]Action{}}
}

// Handle says how a kind of action is carried out. It is called before the service is used.
func (s *Service) Handle(kind site.ApprovalKind, a Action) { s.actions[kind] = a }

var errUnhandled = errors.New("approval: nothing here carries out this kind of action")

// Ask makes a request in tx for what it returns the entry of the audit; audit.Nothing when the same one is open already. After the commit its caller
// returns U035.
func (s *Service) Ask(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, what Subject) (*audit.Entry, error) {
	if s == nil || s.actions[what.Kind].Do == nil {
		return nil, fmt.Errorf("%w: %s", errUnhandled, what.Kind)
	}
	q, now := approvaldb.New(tx), s.clk.Now()
	if what.Detail == nil {
		what.Detail = json.RawMessage("{}")
	}
	// One that is over, and that Expire has not reached yet, gives way.
	over, err := q.ExpireTarget(ctx, approvaldb.ExpireTargetParams{SiteID: st.ID, Kind: string(what.Kind), Target: what.Target, Now: now})
	if err != nil {
		return nil, fmt.Errorf("approval: ask: %w", err)
	}
	expires := now.Add(time.Duration(st.Options.ApprovalHours) * time.Hour)
	if what.Until != nil && what.Until.Before(expires) {
		expires = *what.Until
	}
	id, err := q.Ask(ctx, approvaldb.AskParams{
		SiteID: st.ID, Kind: string(what.Kind), Target: what.Target, MemberID: what.Member, Currency: what.Currency, Unit: what.Unit,
		Amount: int64(what.Amount), Detail: what.Detail, Reason: what.Reason, AskedBy: by.ID, AskedAt: now,
		ExpiresAt: expires,
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return audit.Nothing, nil
	}
	if err != nil {
		return nil, fmt.Errorf("approval: ask: %w", err)
	}
	for _, one := range append(over, id) {
		if err := outbox.Write(ctx, tx, changed(st.ID, one, by.Trace)); err != nil {
			return nil, err
		}
	}
	return &audit.Entry{
		Actor: by, Site: st.ID, Action: "approval.ask", Target: strconv.FormatInt(id, 10), Detail: what.detail(),
	}, nil
}

// detail is what the audit keeps of a subject.
func (s Subject) detail() map[string]any {
	return map[string]any{
		"kind": s.Kind, "target": s.Target, "memId": s.Member, "currency": s.Currency, "unit": s.Unit, "amount": s.Amount, "reason": s.Reason,
	}
}

// changed tells the site's staff that a request came or was decided.
func changed(siteID string, id int64, trace string) event.Event {
	return event.Event{
		Site: siteID, Topic: "admin." + siteID, Cmd: event.Queue, Data1: "approval", Data2: strconv.FormatInt(id, 10), Trace: trace,
	}
}
