package inquiry

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/richtext"
	"hubstake/internal/support/inquiry"
)

// maxSampleText bounds a text of a sample answer, in characters.
const maxSampleText = 4000

// SampleText is a sample answer in one language.
type SampleText struct {
	Lang    string `json:"lang"`
	Content string `json:"content"` // plain text, 1 to 4,000 characters
}

// Sample is an answer that staff prepared, in both directions: without idx it is a new one.
type Sample struct {
	Idx     int64        `json:"idx,omitzero"`
	Version int32        `json:"version,omitzero"` // in a request: that of the list; 0 for a new one. C019: it was saved since
	Name    string       `json:"name"`             // by which staff finds it; 1 to 100 characters, once in a site
	Texts   []SampleText `json:"texts"`            // each language of the site at most once, at least one
}

// SamplesAnswer lists the sample answers by their names.
type SamplesAnswer struct {
	List []Sample `json:"list"`
}

func (a *API) samples(ctx context.Context, who httpx.Caller, _ httpx.None) (SamplesAnswer, error) {
	found, err := a.inquiries.Samples(ctx, who.Site)
	out := SamplesAnswer{List: make([]Sample, len(found))}
	for i, s := range found {
		out.List[i] = Sample{Idx: s.ID, Version: s.Version, Name: s.Name, Texts: []SampleText{}}
		for _, lang := range slices.Sorted(maps.Keys(s.Texts)) {
			out.List[i].Texts = append(out.List[i].Texts, SampleText{lang, s.Texts[lang]})
		}
	}
	return out, err
}

// SampleSaved names the sample answer that was saved.
type SampleSaved struct {
	Idx int64 `json:"idx"`
}

func (a *API) saveSample(ctx context.Context, who httpx.Caller, req Sample) (SampleSaved, error) {
	st, err := a.sites.Get(ctx, who.Site)
	if err != nil {
		return SampleSaved{}, err
	}
	name, fits := richtext.Title(req.Name)
	if !fits {
		return SampleSaved{}, fault.Failed
	}
	texts := map[string]string{}
	for _, t := range req.Texts {
		text := strings.TrimSpace(t.Content)
		if _, again := texts[t.Lang]; again || t.Lang == "" || !st.Options.Speaks(t.Lang) || text == "" || utf8.RuneCountInString(text) > maxSampleText {
			return SampleSaved{}, fault.Failed
		}
		texts[t.Lang] = text
	}
	id, err := a.inquiries.SaveSample(ctx, caller.Actor(who), who.Site, inquiry.Sample{ID: req.Idx, Version: req.Version, Name: name, Texts: texts})
	return SampleSaved{id}, err
}

func (a *API) deleteSample(ctx context.Context, who httpx.Caller, req IdxRequest) (httpx.None, error) {
	return httpx.None{}, a.inquiries.DeleteSample(ctx, caller.Actor(who), who.Site, req.Idx)
}
