package promo

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/access/idempotency"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
)

// Service gives.
type Service struct {
	db       *pgxpool.Pool
	clk      clock.Clock
	sites    *site.Service
	members  *member.Service
	messages *message.Service

	approvals *approval.Service
}

// New returns a service.
func New(db *pgxpool.Pool, clk clock.Clock, sites *site.Service, members *member.Service, messages *message.Service) *Service {
	return &Service{db: db, clk: clk, sites: sites, members: members, messages: messages}
}

// Who is the acting member.
type Who struct {
	Site, Member   string
	Trace          string
	IdempotencyKey idempotency.Key // of this call; the zero key for none
}

func (s *Service) caller(w Who) idempotency.Caller {
	return idempotency.Caller{Member: w.Member, Key: w.IdempotencyKey, At: s.clk.Now()}
}

// open returns the site of a member, or S001 while it is under maintenance. It takes a connection of its own and so comes
// before a transaction begins: a caller that holds one connection while it waits for another could wait for ever.
func (s *Service) open(ctx context.Context, who Who) (site.Site, error) {
	st, err := s.sites.Get(ctx, who.Site)
	if err == nil && st.Maintenance {
		err = fault.SiteMaintenance
	}
	return st, err
}

// enter refuses in tx a member who may be given nothing now: U033 in a break (S-42), U020 in any other status than normal, U051 for a test
// account (S-103). A break that begins meanwhile waits for tx: once it holds, nothing is given.
func (s *Service) enter(ctx context.Context, tx pgx.Tx, who Who) error {
	_, err := s.entered(ctx, tx, who)
	return err
}

// enterToGive is enter for a member who gives something away: U022 and U042 while nothing may be withdrawn either, because a gift is
// another way out of the account. The rows of both members are held first, in the order of internal/operator/audit.
func (s *Service) enterToGive(ctx context.Context, tx pgx.Tx, who Who, to string) error {
	if err := member.HoldAll(ctx, tx, who.Member, to); err != nil {
		return err
	}
	p, err := s.entered(ctx, tx, who)
	if err != nil {
		return err
	}
	return p.MayPayOut(s.clk.Now())
}

func (s *Service) entered(ctx context.Context, tx pgx.Tx, who Who) (member.Profile, error) {
	p, err := s.members.Held(ctx, tx, who.Member)
	if err != nil {
		return p, err
	}
	if err := s.awake(p); err != nil {
		return p, err
	}
	if p.Status != member.Normal {
		return p, fault.ContactAdmin
	}
	return p, p.MayUseRealMoney()
}

// awake is U033 for a member in a break (S-42).
func (s *Service) awake(p member.Profile) error {
	if resting, _ := p.Break.At(s.clk.Now()); resting {
		return fault.SelfExcluded
	}
	return nil
}

// addressee is a member of the site whom staff gives something: U001 for another one, U033 in a break, during which members
// receive no promotions (S-41, S-42), U051 for a test account, which corrections alone fund (S-103).
func (s *Service) addressee(ctx context.Context, tx pgx.Tx, siteID, memID string) (member.Profile, error) {
	p, err := s.members.Held(ctx, tx, memID)
	if err == nil && p.Site != siteID {
		err = fault.MemberNotFound
	}
	if err == nil {
		err = s.awake(p)
	}
	if err == nil {
		err = p.MayUseRealMoney()
	}
	return p, err
}

// Day is the day of the site's clock at t (D-63), as midnight UTC.
func Day(t time.Time, loc *time.Location) time.Time {
	y, m, d := t.In(loc).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// Midnight is when the day of the site's clock at t began.
func Midnight(t time.Time, loc *time.Location) time.Time {
	y, m, d := t.In(loc).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, loc)
}

// dayRef is the reference of what happens once a day.
func dayRef(memID string, day time.Time) string { return memID + ":" + day.Format(time.DateOnly) }
