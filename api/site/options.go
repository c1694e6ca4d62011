package site

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/texts"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/obs"
)

// Options are what the pages must know of the site; every number that a text names is here.
type Options struct {
	SiteID              string       `json:"siteId"`
	Name                string       `json:"name"`
	Currency            string       `json:"currency"`
	Languages           []string     `json:"languages"` // the first is the default
	RecommendYn         string       `json:"recommendYn"`
	NeedsReferrer       bool         `json:"needsReferrer"` // a signup must name a referrer; false until the site has its first partner
	SNS1                string       `json:"sns1"`
	SNS1Link            string       `json:"sns1Link"`
	SNS1ID              string       `json:"sns1Id"`
	SNS2                string       `json:"sns2"`
	SNS2Link            string       `json:"sns2Link"`
	SNS2ID              string       `json:"sns2Id"`
	SNS3                string       `json:"sns3"`
	SNS3Link            string       `json:"sns3Link"`
	SNS3ID              string       `json:"sns3Id"`
	LiveVideo           string       `json:"liveVideo"`   // address of a page to frame, with {lang} for the language; "": none
	PointGiving         bool         `json:"pointGiving"` // members may send points to each other
	PointChangeAmtLimit money.Amount `json:"pointChangeAmtLimit"`
	PointChangeAmtUnit  money.Amount `json:"pointChangeAmtUnit"`
	DepositMin          money.Amount `json:"depositMin"`
	DepositMax          money.Amount `json:"depositMax"`
	DepositUnit         money.Amount `json:"depositUnit"`
	WithdrawMin         money.Amount `json:"withdrawMin"`
	WithdrawMax         money.Amount `json:"withdrawMax"`
	WithdrawUnit        money.Amount `json:"withdrawUnit"`
	PinLength           int          `json:"pinLength"`
	ExchangeClosedFrom  string       `json:"exchangeClosedFrom"` // hh:mm of the site's clock
	ExchangeClosedTo    string       `json:"exchangeClosedTo"`
	TimeZone            string       `json:"timeZone"`
	AutoLogoutMinutes   int          `json:"autoLogoutMinutes"`
	IDMin               int          `json:"idMin"`
	IDMax               int          `json:"idMax"`
	NickMin             int          `json:"nickMin"`
	NickMax             int          `json:"nickMax"`
	PassMin             int          `json:"passMin"`
	PassMax             int          `json:"passMax"`
	PartnerOTP          bool         `json:"partnerOtp"` // logins to the partner area need a one-time code
}

// options are those of this moment: pages ask for them as soon as an event says that they changed.
func (a *API) options(ctx context.Context, who httpx.Caller, _ httpx.None) (Options, error) {
	s, err := a.Sites.Fresh(ctx, who.Site)
	if err != nil {
		return Options{}, err
	}
	needsReferrer, err := a.NeedsReferrer(ctx, who.Site)
	if err != nil {
		return Options{}, err
	}
	o := s.Options
	return Options{
		SiteID: s.ID, Name: s.Name, Currency: o.Currency, Languages: o.Languages, RecommendYn: o.RecommendYn,
		NeedsReferrer: needsReferrer,
		SNS1:          o.SNS[0].Name, SNS1Link: o.SNS[0].Link, SNS1ID: o.SNS[0].ID,
		SNS2: o.SNS[1].Name, SNS2Link: o.SNS[1].Link, SNS2ID: o.SNS[1].ID,
		SNS3: o.SNS[2].Name, SNS3Link: o.SNS[2].Link, SNS3ID: o.SNS[2].ID,
		LiveVideo: o.LiveVideo, PointGiving: o.PointGiving, PointChangeAmtLimit: o.PointChangeAmtLimit, PointChangeAmtUnit: o.PointChangeAmtUnit,
		DepositMin: o.DepositMin, DepositMax: o.DepositMax, DepositUnit: o.DepositUnit,
		WithdrawMin: o.WithdrawMin, WithdrawMax: o.WithdrawMax, WithdrawUnit: o.WithdrawUnit,
		PinLength: o.PinLength, ExchangeClosedFrom: o.ExchangeClosedFrom, ExchangeClosedTo: o.ExchangeClosedTo,
		TimeZone: o.TimeZone, AutoLogoutMinutes: o.AutoLogoutMinutes, IDMin: o.IDMin, IDMax: o.IDMax,
		NickMin: o.NickMin, NickMax: o.NickMax, PassMin: o.PassMin, PassMax: o.PassMax, PartnerOTP: o.PartnerOTP,
	}, nil
}

// Check says whether the site is under maintenance, and which of its functions are (D-46).
type Check struct {
	Maintenance bool      `json:"inspect"`
	Code        string    `json:"code"` // S001, or empty; its text is api.<code>
	Text        string    `json:"text"` // the code's sentence in the reader's language; empty without a code
	Functions   []Paused  `json:"functions"`
	Windows     []Window  `json:"windows"` // scheduled maintenance that runs or that members are told of, by its beginning
	Now         time.Time `json:"now"`     // the server's clock, for countdowns
	Build       string    `json:"build"`   // version and short commit of the API that answers, for the foot of the pages: "v1.4.0 (8c0bcfe)"
}

// Paused is a function of the site under maintenance.
type Paused struct {
	Name site.Function `json:"name"` // signup, login, betting, deposit, withdrawal or points
	Code string        `json:"code"` // S002 to S007
	Text string        `json:"text"` // in the reader's language
}

// Window is a scheduled maintenance.
type Window struct {
	ID      int64     `json:"id"`
	Name    string    `json:"name"` // site, signup, login, betting, deposit, withdrawal, points, vendor/…, product/… or game/…
	NameKOR string    `json:"name_KOR"`
	NameENG string    `json:"name_ENG"` // of a provider, a product or a game; else empty
	Running bool      `json:"running"`
	Begins  time.Time `json:"begins"`
	Ends    time.Time `json:"ends"` // planned: maintenance may last longer, or be over before
	Text    string    `json:"text"` // of the operator in the reader's language; may be empty
}

func (a *API) check(ctx context.Context, who httpx.Caller, _ httpx.None) (Check, error) {
	s, err := a.Sites.Fresh(ctx, who.Site)
	if err != nil {
		return Check{}, err
	}
	out, reader := Check{Build: obs.Build(), Now: a.Sites.Now(), Windows: make([]Window, len(s.Windows))}, a.Sites.Reader(who.Site, who.Lang)
	if s.Maintenance {
		out.Maintenance, out.Code, out.Text = true, fault.SiteMaintenance.Code(), texts.Of(fault.SiteMaintenance, reader)
	}
	for _, f := range s.Options.Paused() {
		out.Functions = append(out.Functions, Paused{f, f.Fault().Code(), texts.Of(f.Fault(), reader)})
	}
	for i, w := range s.Windows {
		out.Windows[i] = Window{
			ID: w.ID, Name: w.Name, NameKOR: w.NameKOR, NameENG: w.NameENG, Running: w.Running, Begins: w.Begins, Ends: w.Ends,
			Text: w.Texts[reader.Language],
		}
	}
	return out, nil
}
