package member

import (
	"context"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/content"
)

// Agreement is a version of a legal document: terms or privacy.
type Agreement struct {
	Kind    content.DocumentKind `json:"kind"`
	Version int32                `json:"version"`
}

// AgreeRequest names the versions that the member read and accepts.
type AgreeRequest struct {
	Documents []Agreement `json:"documents"` // one or two
}

func (a *API) agree(ctx context.Context, who httpx.Caller, req AgreeRequest) (httpx.None, error) {
	if len(req.Documents) < 1 || len(req.Documents) > 2 {
		return httpx.None{}, fault.Failed
	}
	return httpx.None{}, a.content.Agree(ctx, who.Site, who.MemID, agreements(req.Documents), who.IP)
}

func agreements(documents []Agreement) []content.Agreement {
	out := make([]content.Agreement, len(documents))
	for i, d := range documents {
		out[i] = content.Agreement(d)
	}
	return out
}
