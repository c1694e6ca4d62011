package vendors

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/obs"
	"hubstake/internal/play/vendors/vendorsdb"
)

// together carries out a request with others in one transaction. A request that a group cannot decide, or whose batch was rolled
// back because of another one, is carried out alone.
func (s *Service) together(ctx context.Context, r request) (Answer, error) {
	member, err := s.tokenOwner(ctx, r)
	if err != nil {
		return Answer{}, err
	}
	if member == "" { // nobody's token
		return s.single(ctx, r)
	}
	j := &job{request: r, member: member, hash: r.op.hash(r.amount)}
	step, end := obs.Step(ctx, "tx")
	err = s.writer.Do(step, member, j)
	end()
	switch {
	case errors.Is(err, wallet.ErrAlone), errors.Is(err, wallet.ErrClosed), err == nil && j.alone:
		wallet.Again(ctx, wallet.Lonely)
		return s.single(ctx, r)
	case err != nil:
		return Answer{}, fmt.Errorf("vendor %s: %s %s: %w", r.vendor, r.op.Kind, r.op.TxID, err)
	}
	if j.tx != nil {
		j.answer.OurTxID = j.tx.our
	}
	return j.answer, nil
}

// tokenOwner is the member of an operation: the one it names, or the one of its token. It is empty for an unknown token.
func (s *Service) tokenOwner(ctx context.Context, r request) (string, error) {
	if r.op.Member != "" {
		return r.op.Member, nil
	}
	k := tokenKey{r.vendor, r.op.Token}
	if m := s.holders.get(k); m != "" {
		return m, nil
	}
	m, err := vendorsdb.New(s.db).Holder(ctx, vendorsdb.HolderParams{Vendor: k.vendor, Token: k.token, Now: s.clk.Now()})
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("vendor %s: token: %w", r.vendor, err)
	}
	s.holders.put(k, m)
	return m, nil
}

// tokenOwners caches launch token → member; an entry never goes stale because tokens are never reassigned. Whether a token
// is alive is checked with every bet.
type tokenOwners struct {
	mu         sync.Mutex
	young, old map[tokenKey]string
}

// maxHolders bounds each of the two generations.
const maxHolders = 20_000

func (h *tokenOwners) get(k tokenKey) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	m, ok := h.young[k]
	if !ok {
		m = h.old[k]
	}
	return m
}

func (h *tokenOwners) put(k tokenKey, member string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.young == nil || len(h.young) >= maxHolders {
		h.young, h.old = map[tokenKey]string{}, h.young
	}
	h.young[k] = member
}
