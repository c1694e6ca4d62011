package member

import (
	"context"
	"slices"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
)

// ProbeRequest asks for an event on the caller's own session.
type ProbeRequest struct {
	Nonce string `json:"nonce"` // comes back as data1 of PROBE; 1 to 64 bytes
}

// probe is for the prober that watches the way of an event from its commit to a client. Other callers are refused, because
// each call writes a row.
func (a *API) probe(ctx context.Context, who httpx.Caller, req ProbeRequest) (httpx.None, error) {
	if !slices.Contains(a.canaries, who.MemID) {
		return httpx.None{}, fault.NoAccess
	}
	return httpx.None{}, a.members.Probe(ctx, who.SID, req.Nonce, who.Trace)
}
