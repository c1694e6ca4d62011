package casino

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/play/casino/casinodb"
)

// tokenOwner is the member of an operation: the one it names, or the one of its token. It is empty for an unknown token.
func (s *Service) tokenOwner(ctx context.Context, r request) (string, error) {
	if r.op.Member != "" {
		return r.op.Member, nil
	}
	k := tokenKey{r.vendor, r.op.Token}
	if m := s.owners.get(k); m != "" {
		return m, nil
	}
	m, err := casinodb.New(s.db).TokenOwner(ctx, casinodb.TokenOwnerParams{Vendor: k.vendor, Token: k.token, Now: s.clk.Now()})
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("vendor %s: token: %w", r.vendor, err)
	}
	s.owners.put(k, m)
	return m, nil
}

// tokenOwners caches launch token → member; an entry never goes stale because tokens are never reassigned. Whether a token
// is alive is checked with every bet.
type tokenOwners struct {
	mu         sync.Mutex
	young, old map[tokenKey]string
}

// maxOwners bounds each of the two generations.
const maxOwners = 20_000

func (t *tokenOwners) get(k tokenKey) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	m, ok := t.young[k]
	if !ok {
		m = t.old[k]
	}
	return m
}

func (t *tokenOwners) put(k tokenKey, member string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.young == nil || len(t.young) >= maxOwners {
		t.young, t.old = map[tokenKey]string{}, t.young
	}
	t.young[k] = member
}
