package protection

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/account/member"
	"hubstake/internal/account/protection/protectiondb"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
)

// Kind says what a limit counts.
type Kind string

// The kinds. Amounts are minor units of the site's currency, of Session minutes.
const (
	Deposit Kind = "deposit" // gross: what was paid in, whatever was withdrawn
	Wager   Kind = "wager"   // stakes
	Loss    Kind = "loss"    // stakes less wins
	Session Kind = "session" // time logged in
)

// Kinds lists them in the order of the pages.
var Kinds = []Kind{Deposit, Loss, Wager, Session}

// Windows are the lengths of windows in days of 24 hours.
var Windows = []int{1, 7, 30}

const (
	cooling = 24 * time.Hour     // from asking for a higher limit to the first moment at which it may be confirmed (S-37)
	open    = 7 * 24 * time.Hour // how long it then may
)

// Limit is one in force.
type Limit struct {
	Kind    Kind
	Days    int
	Amount  money.Amount // minutes for Session
	Used    money.Amount // by the window that ends now
	SetAt   time.Time
	Pending *Pending // what the member asked to raise it to
}

// Pending is a raise that the member may confirm from From until Until.
type Pending struct {
	Amount      *money.Amount // nil: no limit any more
	From, Until time.Time
}

// State is all that a member has set.
type State struct {
	Limits   []Limit
	Break    member.Break
	InBreak  bool // the break holds now
	Interval int  // minutes between two reminders: 15, 30 or 60 (S-43)
}

// Who is the member who makes a decision.
type Who struct {
	Site, Member string
	IP           netip.Addr
	Trace        string

	staff *hand // who of the staff decides for the member; nil: the member
}

// Service keeps what members set.
type Service struct {
	db      *pgxpool.Pool
	clk     clock.Clock
	members *member.Service
	onBreak func(ctx context.Context, memID string)
}

// OnBreak has f called once a break of a member is committed, before its caller is answered; f looks after its own errors. Call it
// before the service is used.
func (s *Service) OnBreak(f func(ctx context.Context, memID string)) { s.onBreak = f }

// New returns a service.
func New(db *pgxpool.Pool, clk clock.Clock, members *member.Service) *Service {
	return &Service{db: db, clk: clk, members: members}
}

// Of reads what a member has set.
func (s *Service) Of(ctx context.Context, memID string) (State, error) {
	p, err := s.members.Profile(ctx, s.db, memID)
	if err != nil {
		return State{}, err
	}
	q := protectiondb.New(s.db)
	rows, err := q.Limits(ctx, protectiondb.LimitsParams{Member: memID, At: s.clk.Now()})
	if err != nil {
		return State{}, fmt.Errorf("protection: limits: %w", err)
	}
	st := State{Limits: make([]Limit, len(rows)), Break: p.Break}
	for i, r := range rows {
		l := Limit{Kind: Kind(r.Kind), Days: int(r.Days), Amount: money.Amount(r.Amount), Used: money.Amount(r.Spent), SetAt: r.SetAt.UTC()}
		if l.Kind == Session {
			l.Used /= 60
		}
		if r.PendingFrom != nil && s.clk.Now().Before(*r.PendingUntil) {
			l.Pending = &Pending{Amount: (*money.Amount)(r.PendingAmount), From: r.PendingFrom.UTC(), Until: r.PendingUntil.UTC()}
		}
		st.Limits[i] = l
	}
	st.InBreak, _ = p.Break.At(s.clk.Now())
	st.Interval, err = interval(ctx, q, memID)
	return st, err
}

// usual is the interval of who has not chosen one: at least every hour a reminder comes (S-43).
const usual = 60

func interval(ctx context.Context, q *protectiondb.Queries, memID string) (int, error) {
	n, err := q.Interval(ctx, memID)
	if errors.Is(err, pgx.ErrNoRows) {
		return usual, nil
	}
	if err != nil {
		return 0, fmt.Errorf("protection: interval: %w", err)
	}
	return int(n), nil
}

// Change is an entry of a member's history.
type Change struct {
	At     time.Time
	Action string // set, asked, confirmed, cancelled, timeout, exclusion, interval
	Kind   Kind
	Days   int
	Before *int64
	After  *int64
	Until  *time.Time
	Staff  string // who of the staff did it; empty: the member
	Reason string // staff's
}

// history bounds what staff reads at once.
const history = 200

// Shown is what staff reads of a member of its site: the state and the last changes. Reading it is written to the audit. U001: no
// such member.
func (s *Service) Shown(ctx context.Context, a member.Act) (State, []Change, error) {
	p, err := s.members.Profile(ctx, s.db, a.MemID)
	if err != nil {
		return State{}, nil, err
	}
	if p.Site != a.Site {
		return State{}, nil, fault.MemberNotFound
	}
	st, err := s.Of(ctx, a.MemID)
	if err != nil {
		return State{}, nil, err
	}
	var out []Change
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		rows, err := protectiondb.New(tx).Changes(ctx, protectiondb.ChangesParams{Member: a.MemID, Site: a.Site, Count: history})
		if err != nil {
			return nil, fmt.Errorf("protection: changes: %w", err)
		}
		out = make([]Change, len(rows))
		for i, r := range rows {
			out[i] = Change{
				At: r.At.UTC(), Action: r.Action, Kind: Kind(r.Kind), Days: int(r.Days), Before: r.Before, After: r.After, Until: r.Until,
				Staff: r.Staff, Reason: r.Reason,
			}
		}
		return &audit.Entry{Actor: a.Actor, Site: a.Site, Action: "protection.view", Target: a.MemID}, nil
	})
	return st, out, err
}

// change is what becomes of one call: a row of protection_change and, of breaks and limits, an event of the audit (S-80).
type change struct {
	action        string
	kind          Kind
	days          int
	before, after *money.Amount
	until         *time.Time
}

// under runs something under the member's own lock and adds the entry that it returns to the audit: of what staff did.
func (s *Service) under(ctx context.Context, who Who, do func(pgx.Tx, *protectiondb.Queries) (*audit.Entry, error)) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		q := protectiondb.New(tx)
		if err := q.LockMember(ctx, who.Member); err != nil {
			return nil, fmt.Errorf("protection: lock: %w", err)
		}
		return do(tx, q)
	})
}

// note records a change. A member's change is noted for the audit; for a change by staff the entry is returned.
func (s *Service) note(ctx context.Context, tx pgx.Tx, who Who, c change) (*audit.Entry, error) {
	var by hand
	if who.staff != nil {
		by = *who.staff
	}
	err := protectiondb.New(tx).Note(ctx, protectiondb.NoteParams{
		Site: who.Site, Member: who.Member, At: s.clk.Now(), Action: c.action, Kind: string(c.kind), Days: int32(c.days),
		Before: (*int64)(c.before), After: (*int64)(c.after), Until: c.until, Ip: pg.Addr(who.IP), Trace: who.Trace,
		Staff: by.ID, Reason: by.reason,
	})
	if err != nil {
		return nil, fmt.Errorf("protection: note: %w", err)
	}
	detail := map[string]any{"kind": c.kind, "days": c.days, "before": c.before, "after": c.after, "until": c.until}
	e := audit.Entry{
		Actor: audit.Actor{ID: who.Member, IP: who.IP, Trace: who.Trace}, Site: who.Site, Action: "protection." + c.action, Target: who.Member,
		Detail: detail,
	}
	if who.staff == nil {
		return audit.Nothing, audit.Note(ctx, tx, e)
	}
	e.Actor, detail["reason"] = by.Actor, by.reason
	return &e, nil
}
