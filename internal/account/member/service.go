package member

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
)

// Keys is what logins need. A program that only ends sessions gives none.
type Keys struct {
	Hasher *credential.Hasher
	Signer *token.Signer
	Sealer *token.Sealer // hub keys
	// Personal opens and seals personal data; nil reads plain ones only.
	Personal *personal.Box
	Metrics  *Metrics // nil counts nothing
	// Pause holds a try of a password back; nil waits by the machine's clock.
	Pause func(context.Context, time.Duration) error
	// Announce is called after the commit that changed a session. It may fail to do anything: the cache can be made
	// again from the table.
	Announce func(context.Context, Session)
}

// Service carries out what the package is about.
type Service struct {
	Keys
	db       *pgxpool.Pool
	clk      clock.Clock
	sites    *site.Service
	messages *message.Service

	approvals  *approval.Service
	moveChecks []MoveCheck

	totals paging.Totals // of staff's searches
}

// New returns a service.
func New(db *pgxpool.Pool, clk clock.Clock, sites *site.Service, k Keys) *Service {
	if k.Announce == nil {
		k.Announce = func(context.Context, Session) {}
	}
	return &Service{Keys: k, db: db, clk: clk, sites: sites, messages: message.New(db, clk)}
}

// options reads the options of a site.
func (s *Service) options(ctx context.Context, id string) (site.Site, error) {
	st, err := s.sites.Get(ctx, id)
	if err != nil {
		return site.Site{}, fmt.Errorf("member: %w", err)
	}
	return st, nil
}

// idle is how long a session of the site may be without a call.
func idle(o site.Options) time.Duration { return time.Duration(o.AutoLogoutMinutes) * time.Minute }
