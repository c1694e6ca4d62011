package member

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/access/token"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/paging"
	"hubstake/internal/platform/pg"
)

// Device is a live session as its member sees it.
type Device struct {
	SID       string
	Since     time.Time
	Seen      time.Time // the last action, to the minute
	IP        netip.Addr
	UserAgent string
}

// Devices lists the live sessions of a member, the one used last first, at most a hundred.
func (s *Service) Devices(ctx context.Context, siteID, memID string) ([]Device, error) {
	st, err := s.options(ctx, siteID)
	if err != nil {
		return nil, err
	}
	now := s.clk.Now()
	rows, err := memberdb.New(s.db).MemberSessions(ctx, memberdb.MemberSessionsParams{
		MemberID: memID, Audience: string(token.Member), At: now, SeenAfter: now.Add(-idle(st.Options)),
	})
	if err != nil {
		return nil, fmt.Errorf("devices: %w", err)
	}
	out := make([]Device, len(rows))
	for i, r := range rows {
		out[i] = Device{SID: r.SessionID, Since: r.CreatedAt.UTC(), Seen: r.SeenAt.UTC(), IP: addr(r.Ip), UserAgent: r.UserAgent}
	}
	return out, nil
}

// EndDevice ends one session of a member, which is told so, and returns how many ended: 0 when it is over or belongs to
// another member.
func (s *Service) EndDevice(ctx context.Context, memID, sid, trace string) (int, error) {
	if sid == "" {
		return 0, nil
	}
	return s.endOwn(ctx, memberdb.EndOwnSessionsParams{MemberID: memID, Named: sid, Reason: reasonDevice}, trace)
}

// EndOtherDevices ends all sessions of a member but one, and returns how many those were.
func (s *Service) EndOtherDevices(ctx context.Context, memID, sid, trace string) (int, error) {
	return s.endOwn(ctx, memberdb.EndOwnSessionsParams{MemberID: memID, Kept: sid, Reason: reasonDevice}, trace)
}

func (s *Service) endOwn(ctx context.Context, p memberdb.EndOwnSessionsParams, trace string) (int, error) {
	var ended []Session
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		ended, err = s.endOwnIn(ctx, tx, p, trace)
		return err
	})
	if err != nil {
		return 0, err
	}
	s.announce(ctx, ended...)
	return len(ended), nil
}

// endOwnIn is endOwn in tx. Announce the sessions after the commit.
func (s *Service) endOwnIn(ctx context.Context, tx pgx.Tx, p memberdb.EndOwnSessionsParams, trace string) ([]Session, error) {
	p.At = s.clk.Now()
	rows, err := memberdb.New(tx).EndOwnSessions(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("end devices: %w", err)
	}
	ended := sessionsOf(rows)
	return ended, logoutEvents(ctx, tx, ended, trace)
}

// PastLogin is a login that was tried.
type PastLogin struct {
	At     time.Time
	IP     netip.Addr // zero when unknown
	Result string     // 200, or the code of the refusal
}

// Logins returns a page of the logins of a member in days of the site's clock, the newest first, and the number of all. E001: days that
// cannot be.
func (s *Service) Logins(ctx context.Context, siteID, memID string, days paging.Days, page paging.Slice) ([]PastLogin, int64, error) {
	st, err := s.options(ctx, siteID)
	if err != nil {
		return nil, 0, err
	}
	p, err := days.Period(st.Options.Location())
	if err != nil {
		return nil, 0, err
	}
	rows, err := memberdb.New(s.db).Logins(ctx, memberdb.LoginsParams{
		MemberID: memID, Audience: string(token.Member), Since: p.Since, Until: p.Until, Count: page.Count, Skip: page.Skip,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("logins: %w", err)
	}
	out, total := make([]PastLogin, len(rows)), int64(0)
	for i, r := range rows {
		out[i], total = PastLogin{At: r.At.UTC(), IP: addr(r.Ip), Result: r.Result}, r.Total
	}
	return out, total, nil
}

func addr(ip *netip.Addr) netip.Addr {
	if ip == nil {
		return netip.Addr{}
	}
	return *ip
}
