package member

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site"
)

// PartnerStanding is a member as the partner area sees it at this moment.
type PartnerStanding struct {
	MemID, Nick string
	Level       int // 1 … 6 of a partner
	PassHash    string
	Refusal     error // nil: the partner and its sub-staff may be in the partner area
	lang        string
}

// partnerStanding is the rule: a partner with the status normal, whom staff lets refer and log in, on a site that has partners. The refusal of a
// member who is no such partner is U029.
func partnerStanding(r memberdb.PartnerStandingRow, o site.Options) PartnerStanding {
	p := PartnerStanding{MemID: r.MemberID, Nick: r.Nick, Level: int(r.Level), PassHash: r.PassHash, lang: r.Lang}
	p.Refusal = Status(r.Status).Refusal()
	switch {
	case p.Refusal != nil:
	case Status(r.Status) != Normal || !r.Partner || !r.RecommendAllowed || o.RecommendYn != "Y":
		p.Refusal = fault.NoAccess
	case !r.LoginAllowed:
		p.Refusal = fault.LogInRestricted
	}
	return p
}

// Partner reads the standing of a member of a site. pgx.ErrNoRows: there is no such member.
func (s *Service) Partner(ctx context.Context, siteID, memID string) (PartnerStanding, error) {
	return s.partner(ctx, memberdb.New(s.db), siteID, memID)
}

func (s *Service) partner(ctx context.Context, q *memberdb.Queries, siteID, memID string) (PartnerStanding, error) {
	st, err := s.options(ctx, siteID)
	if err != nil {
		return PartnerStanding{}, err
	}
	r, err := q.PartnerStanding(ctx, memberdb.PartnerStandingParams{MemberID: memID, SiteID: siteID})
	if err != nil {
		return PartnerStanding{}, fmt.Errorf("partner: %w", err)
	}
	return partnerStanding(r, st.Options), nil
}

// AdmitPartner is Partner for a login, in tx, under the lock of the member: the blocks of phone and account count as well (U013, U014).
func (s *Service) AdmitPartner(ctx context.Context, tx pgx.Tx, siteID, memID string) (PartnerStanding, error) {
	q := memberdb.New(tx)
	if err := q.ShareBlocks(ctx, siteID); err != nil {
		return PartnerStanding{}, fmt.Errorf("partner login: %w", err)
	}
	m, err := q.LockMember(ctx, memberdb.LockMemberParams{MemberID: memID, SiteID: siteID})
	if err != nil {
		return PartnerStanding{}, fmt.Errorf("partner login: %w", err)
	}
	p, err := s.partner(ctx, q, siteID, memID)
	if err != nil || p.Refusal != nil {
		return p, err
	}
	p.Refusal, err = s.blockedMember(ctx, q, siteID, m)
	return p, err
}

// BlockedIP refuses an address that a site has blocked: U012.
func (s *Service) BlockedIP(ctx context.Context, siteID string, ip netip.Addr) error {
	return s.blockedIP(ctx, memberdb.New(s.db), siteID, ip)
}

// PartnerLoggedIn tells a partner in tx of a login to its area from an address of a network that was not used before.
func (s *Service) PartnerLoggedIn(ctx context.Context, tx pgx.Tx, siteID, agentID string, p PartnerStanding, ip netip.Addr, trace string) error {
	return s.notifyPartner(ctx, tx, siteID, agentID, p, letterPartnerLogin, ip, trace)
}

// PartnerHeldBack tells a partner in tx that logins to its area from an address are held back (S-77).
func (s *Service) PartnerHeldBack(ctx context.Context, tx pgx.Tx, siteID, agentID string, p PartnerStanding, ip netip.Addr, trace string) error {
	return s.notifyPartner(ctx, tx, siteID, agentID, p, letterPartnerLocked, ip, trace)
}

// PartnerReset tells a partner in tx that staff has taken the authenticator from its login to its area.
func (s *Service) PartnerReset(ctx context.Context, tx pgx.Tx, siteID string, p PartnerStanding, trace string) error {
	return s.send(ctx, tx, siteID, p.MemID, p.lang, letterPartnerReset, strings.NewReplacer("{who}", p.MemID), trace)
}

func (s *Service) notifyPartner(ctx context.Context, tx pgx.Tx, siteID, agentID string, p PartnerStanding, n notification, ip netip.Addr, trace string) error {
	return s.send(ctx, tx, siteID, p.MemID, p.lang, n, strings.NewReplacer("{who}", agentID, "{ip}", ip.String()), trace)
}

// AgentSessions lists the live sessions of a login of the partner area, the one used last first, at most a hundred.
func (s *Service) AgentSessions(ctx context.Context, siteID, memID, agentID string) ([]Device, error) {
	st, err := s.options(ctx, siteID)
	if err != nil {
		return nil, err
	}
	now := s.clk.Now()
	rows, err := memberdb.New(s.db).AgentSessions(ctx, memberdb.AgentSessionsParams{
		MemberID: memID, AgentID: agentID, At: now, SeenAfter: now.Add(-idle(st.Options)),
	})
	if err != nil {
		return nil, fmt.Errorf("sessions of the partner area: %w", err)
	}
	out := make([]Device, len(rows))
	for i, r := range rows {
		out[i] = Device{SID: r.SessionID, Since: r.CreatedAt.UTC(), Seen: r.SeenAt.UTC(), IP: addr(r.Ip), UserAgent: r.UserAgent}
	}
	return out, nil
}

// EndAgent ends in tx all sessions of a login of the partner area, or the one that is named, and returns how many those were. The caller runs announce after
// the commit.
func (s *Service) EndAgent(ctx context.Context, tx pgx.Tx, agentID, memID, named, trace string) (n int, announce func(context.Context), err error) {
	reason := reasonAdmin
	if named != "" {
		reason = reasonDevice
	}
	rows, err := memberdb.New(tx).EndAgentSessions(ctx, memberdb.EndAgentSessionsParams{
		MemberID: memID, AgentID: agentID, Named: named, Reason: reason, At: s.clk.Now(),
	})
	if err != nil {
		return 0, nil, fmt.Errorf("end sessions of the partner area: %w", err)
	}
	ended := sessionsOf(rows)
	return len(ended), func(ctx context.Context) { s.announce(ctx, ended...) }, logoutEvents(ctx, tx, ended, trace)
}

// EndPartnerAreas ends in tx all sessions of the partner area of a site that does not let its partners refer any more: their connections would go on
// hearing of the downlines. It is called with the options that hold from now on; the events reach Redis with the commit.
func EndPartnerAreas(ctx context.Context, tx pgx.Tx, siteID string, o site.Options, at time.Time, trace string) error {
	if o.RecommendYn == "Y" {
		return nil
	}
	rows, err := memberdb.New(tx).EndPartnerAreas(ctx, memberdb.EndPartnerAreasParams{SiteID: siteID, Reason: reasonAdmin, At: at})
	if err != nil {
		return fmt.Errorf("end sessions of the partner area: %w", err)
	}
	return logoutEvents(ctx, tx, sessionsOf(rows), trace)
}
