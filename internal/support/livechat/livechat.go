// Package livechat says to a provider of live chat who a member is: a token that the provider can check, with an identity
// made of member and site. The provider is chosen by the configuration; without one there is no live chat.
//
// Tables: livechat_token, one row for each session that ever asked: what its newest token is made of. The token itself is
// kept nowhere: it is signed again from its row. Rows that ended are pruned by those who come after.
//
// Invariants: a token never outlives its session's token, and never lasts longer than an hour.
//
// Events: none. Locks: the session's row only.
package livechat

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/support/livechat/livechatdb"
)

const (
	life = time.Hour
	// margin is how much of its life a token must have left to be given out again.
	margin = time.Minute
)

// Service gives out tokens.
type Service struct {
	db      *pgxpool.Pool
	clk     clock.Clock
	signer  *signer // nil: no live chat
	origins []string
}

// New returns a service. Origins are those to which a provider may send a visitor back.
func New(db *pgxpool.Pool, clk clock.Clock, cfg Settings, origins ...string) (*Service, error) {
	s := &Service{db: db, clk: clk, origins: origins}
	if cfg == (Settings{}) {
		return s, nil
	}
	var err error
	s.signer, err = newSigner(cfg)
	return s, err
}

// Customer is the member who wants to chat.
type Customer struct {
	Site, Member string
	Name         string // the nickname
	Session      string
	Ends         time.Time // of the session's token; zero: not known to end
}

// id is the identity at the provider: members with the same ID on two sites are two identities.
func (c Customer) id() string { return c.Member + "@" + c.Site }

// Widget is what a page says about the widget that asks; an empty field says nothing.
type Widget struct {
	ClientID, LicenceID string
	Redirect            string // where the provider sends the visitor back to
}

// Token is an identity that the provider can check.
type Token struct {
	Text       string
	CustomerID string
	ClientID   string
	LicenceID  string
	IssuedAt   time.Time
	ExpiresAt  time.Time
}

// stamp is what makes one token of a customer different from another.
type stamp struct {
	id              string
	issued, expires time.Time
}

// Token returns the token of a session: the one it has while more than a minute of it is left, or a new one; fresh demands a
// new one. Without live chat, and for an unknown widget, E001.
func (s *Service) Token(ctx context.Context, c Customer, w Widget, fresh bool) (Token, error) {
	if !s.ours(w) {
		return Token{}, fault.Failed
	}
	now := s.clk.Now().Truncate(time.Second) // tokens count in seconds
	ends := now.Add(life)
	if !c.Ends.IsZero() && c.Ends.Before(ends) {
		ends = c.Ends.Truncate(time.Second)
	}
	q := livechatdb.New(s.db)
	r, err := q.Keep(ctx, livechatdb.KeepParams{
		Session: c.Session, Member: c.Member, Jti: id.New(), Issued: now, Expires: ends, Fresh: fresh, Usable: now.Add(margin),
	})
	if err != nil {
		return Token{}, fmt.Errorf("live chat: %w", err)
	}
	if r.IssuedAt.Equal(now) { // a new one: time to sweep
		if _, err := q.Prune(ctx, now.Add(-life)); err != nil {
			return Token{}, fmt.Errorf("live chat: prune: %w", err)
		}
	}
	text, err := s.signer.sign(c, stamp{r.Jti, r.IssuedAt, r.ExpiresAt})
	return Token{
		Text: text, CustomerID: c.id(), ClientID: s.signer.cfg.ClientID, LicenceID: s.signer.cfg.LicenceID, IssuedAt: r.IssuedAt, ExpiresAt: r.ExpiresAt,
	}, err
}

// Status is whether there is live chat, and whether a session has a token for it.
type Status struct {
	HasToken  bool
	Provider  string // empty: no live chat
	ClientID  string
	LicenceID string
	Window    string // address of the provider's chat window; empty: none
}

// Has reports whether a session has a token that is still good. An unknown widget is E001.
func (s *Service) Has(ctx context.Context, session string, w Widget) (Status, error) {
	if s.signer == nil {
		return Status{}, nil
	}
	if !s.ours(w) {
		return Status{}, fault.Failed
	}
	has, err := livechatdb.New(s.db).Has(ctx, livechatdb.HasParams{Session: session, At: s.clk.Now()})
	if err != nil {
		return Status{}, fmt.Errorf("live chat: %w", err)
	}
	cfg := s.signer.cfg
	return Status{HasToken: has, Provider: cfg.Provider, ClientID: cfg.ClientID, LicenceID: cfg.LicenceID, Window: cfg.Window}, nil
}

// ours reports whether a widget is the one of the configuration, and sends its visitors back to us.
func (s *Service) ours(w Widget) bool {
	if s.signer == nil || w.ClientID != "" && w.ClientID != s.signer.cfg.ClientID || w.LicenceID != "" && w.LicenceID != s.signer.cfg.LicenceID {
		return false
	}
	if w.Redirect == "" {
		return true
	}
	u, err := url.Parse(w.Redirect)
	return err == nil && u.User == nil && slices.Contains(s.origins, u.Scheme+"://"+u.Host)
}
