// Package audit is the back office's page of what staff did: a search, the check of the chain and the list as a file.
package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/core/sheet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// API holds what the calls need.
type API struct {
	sites  *site.Service
	reader *audit.Reader
}

// New returns the area's API.
func New(sites *site.Service, reader *audit.Reader) *API { return &API{sites: sites, reader: reader} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Audit)
	return []httpx.Route{
		httpx.Post("/api/admin/audit/list", httpx.Staff, a.list, needs),
		httpx.Post("/api/admin/audit/verify", httpx.Staff, a.verify, needs),
		httpx.Post("/api/admin/audit/export.csv", httpx.Staff, a.export, needs, httpx.Fresh),
	}
}

// Filter selects entries of the site; each text is compared exactly, empty is any. Without days: the last 31.
type Filter struct {
	Actor  string `json:"actor,omitzero"`  // the ID of staff or of a member
	Action string `json:"action,omitzero"` // for instance cash.approve
	Target string `json:"target,omitzero"` // a memId, an idx or another ID of what was acted on
	MemID  string `json:"memId,omitzero"`  // about this member, also where the target is a request or something else of the member's
	paging.Days
}

func (a *API) filter(ctx context.Context, who httpx.Caller, f Filter) (audit.Filter, error) {
	st, err := a.sites.Get(ctx, who.Site)
	return audit.Filter{Actor: f.Actor, Action: f.Action, Target: f.Target, Member: f.MemID, Days: f.Days, Location: st.Options.Location()}, err
}

// ListRequest asks for a page of entries.
type ListRequest struct {
	Filter
	paging.Request
}

// Row is an entry of the record.
type Row struct {
	Idx    int64          `json:"idx"` // its number on the site, without a gap
	At     time.Time      `json:"at"`
	Actor  string         `json:"actor"`
	IP     string         `json:"ip"` // empty: a program
	Action string         `json:"action"`
	Target string         `json:"target"`
	Detail map[string]any `json:"detail"` // was and is, or values by name
}

// ListAnswer is a page of entries, newest first. The total is counted up to 10,000.
type ListAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	f, err := a.filter(ctx, who, req.Filter)
	if err != nil {
		return ListAnswer{}, err
	}
	found, total, err := a.reader.Search(ctx, who.Site, f, req.Slice())
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: make([]Row, len(found)), PageInfo: req.Info(total)}
	for i, e := range found {
		out.List[i] = Row{Idx: e.Seq, At: e.At, Actor: e.Actor, Action: e.Action, Target: e.Target}
		if e.IP.IsValid() {
			out.List[i].IP = e.IP.String()
		}
		if err := json.Unmarshal(e.Detail, &out.List[i].Detail); err != nil {
			return ListAnswer{}, fmt.Errorf("audit: detail of %d: %w", e.Seq, err)
		}
	}
	return out, nil
}

// VerifyRequest asks for a check of the newest entries, or of those up to one.
type VerifyRequest struct {
	UpTo int64 `json:"upTo,omitzero"` // an idx
}

// Fault is an entry that is not as it was written.
type Fault struct {
	Idx     int64 `json:"idx"`
	Missing bool  `json:"missing"` // else it was changed
}

// VerifyAnswer is what was recomputed, up to 5,000 entries. The entries before go on with upTo = from - 1.
type VerifyAnswer struct {
	From     int64      `json:"from"`
	To       int64      `json:"to"`
	Since    *time.Time `json:"since"`    // the time of the oldest; null: there are none
	Complete bool       `json:"complete"` // there are no older ones, or they are archived
	Faults   []Fault    `json:"faults"`   // up to 20
}

func (a *API) verify(ctx context.Context, who httpx.Caller, req VerifyRequest) (VerifyAnswer, error) {
	span, err := a.reader.VerifySpan(ctx, who.Site, req.UpTo)
	out := VerifyAnswer{From: span.From, To: span.To, Complete: span.Complete, Faults: make([]Fault, len(span.Faults))}
	for i, f := range span.Faults {
		out.Faults[i] = Fault{Idx: f.Seq, Missing: f.Missing}
	}
	if !span.Since.IsZero() {
		out.Since = &span.Since
	}
	return out, err
}

// ExportRequest asks for the entries of a filter as a file.
type ExportRequest struct {
	Filter
}

func (a *API) export(ctx context.Context, who httpx.Caller, req ExportRequest) (sheet.List, error) {
	f, err := a.filter(ctx, who, req.Filter)
	if err != nil {
		return sheet.List{}, err
	}
	return a.reader.Export(ctx, caller.Actor(who), who.Site, f)
}
