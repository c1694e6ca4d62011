package settings

import (
	"encoding/json"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/texts"
	"hubstake/internal/operator/site"
)

// Limit is the range of an option that is a number.
type Limit struct {
	Min, Max int64
}

const day = 24 * 60 // minutes

// limits are those of all options that are numbers. Where a decision or a standard protects members, the limit is on its side: an option may be
// stricter than the decided value, not looser.
var limits = map[string]Limit{
	"idMin": {5, 13}, "idMax": {5, 13}, // D-01; the form of the column
	"nickMin": {2, 30}, "nickMax": {2, 30},
	"passMin": {6, 64}, "passMax": {20, 64}, // D-03
	"passTries": {3, 8}, "pinTries": {3, 5}, "pinLockMinutes": {30, day}, // D-07, D-04
	"autoLogoutMinutes": {5, 30}, // S-01
	"sessionHours":      {1, 24}, "staffSessionHours": {1, 12},

	"depositMin": {1, int64(money.Max)}, "depositMax": {1, int64(money.Max)}, "depositUnit": {1, int64(money.Max)}, "depositWaitMinutes": {0, day},
	"withdrawMin": {1, int64(money.Max)}, "withdrawMax": {1, int64(money.Max)}, "withdrawUnit": {1, int64(money.Max)}, "withdrawWaitMinutes": {0, day},
	"ptWithdrawMin": {1, int64(money.Max)}, "ptWithdrawMax": {1, int64(money.Max)}, "ptWithdrawDayMax": {0, int64(money.Max)},
	"withdrawUndoSeconds": {0, 60}, // D-15: a withdrawal is not taken back to go on playing

	"rollingBasisPoints": {0, 100_000}, "pointRollingBasisPoints": {0, 100_000}, "freeWinRollingBasisPoints": {0, 100_000},
	"smallestBet": {1, int64(money.Max)}, "gameTokenMinutes": {10, day},
	"maxStake": {1, int64(money.Max)}, "maxWin": {1, int64(money.Max)}, "freeWinMax": {0, int64(money.Max)}, "freeWinDayMax": {0, int64(money.Max)},
	"providerDayMax": {0, int64(money.Max)}, "newProviderDayMax": {0, int64(money.Max)},

	"sportsMinStake": {1, int64(money.Max)}, "sportsMaxWin": {1, int64(money.Max)}, "sportsMaxPayout": {1, int64(money.Max)},
	"sportsMinOdds": {1010, 100_000}, "sportsMaxOdds": {1010, 10_000_000}, "sportsMaxLegs": {1, site.SportsLegs}, "sportsBonusMinOdds": {1010, 100_000},
	"sportsDelaySeconds": {1, 60}, "sportsCancelMinutes": {0, 60}, "sportsCancelAheadMinutes": {0, day}, "sportsCancelsPerDay": {0, 100},
	"sportsCashOutBasisPoints": {0, 5_000},

	"pointChangeAmtLimit": {1, int64(money.Max)}, "pointChangeAmtUnit": {1, int64(money.Max)}, "pointGivingDayMax": {0, int64(money.Max)},

	"postsPerDay": {0, 1000}, "commentsPerDay": {0, 1000}, "boardDelaySeconds": {60, 3600}, "boardRounding": {1, int64(money.Max)}, // D-57

	"approvalHours": {1, 7 * 24}, "payoutCodeFrom": {0, int64(money.Max)},
}

// Limits returns the range of each option that is a number.
func Limits() map[string]Limit { return maps.Clone(limits) }

// free are the options that one person may change: those that neither money nor the login of partners depends on. Every other needs a second person.
var free = []string{
	"signUpOpen", "idMin", "idMax", "nickMin", "nickMax", "passMin", "passMax", "passTries", "pinTries", "pinLockMinutes", "multiLogin", "autoLogoutMinutes",
	"sessionHours", "staffSessionHours", "postsPerDay", "commentsPerDay", "boardDelaySeconds", "boardRounding", "recommendYn", "languages", "sns",
	"liveVideo",
}

// checks are the rules of options that are no numbers.
var checks = map[string]func(Values) bool{
	"multiLogin":         func(v Values) bool { return slices.Contains([]string{"kick", "deny", "allow"}, *v.MultiLogin) },
	"recommendYn":        func(v Values) bool { return *v.RecommendYn == "Y" || *v.RecommendYn == "N" },
	"exchangeClosedFrom": func(v Values) bool { return timeOfDay(*v.ExchangeClosedFrom) },
	"exchangeClosedTo":   func(v Values) bool { return timeOfDay(*v.ExchangeClosedTo) },
	"languages":          func(v Values) bool { return languages(v.Languages) },
	"sns": func(v Values) bool {
		return !slices.ContainsFunc(v.SNS[:], func(s site.SNS) bool { return !social(s) })
	},
	"bookSite":      func(v Values) bool { return *v.BookSite == "" || bookSite.MatchString(*v.BookSite) },
	"liveVideo":     func(v Values) bool { return framed(*v.LiveVideo) },
	"sportsBonuses": func(v Values) bool { return site.ValidSportsBonuses(*v.SportsBonuses) },
	"sportsPairs":   func(v Values) bool { return site.ValidSportsPairs(v.SportsPairs) },
	Levels:          func(v Values) bool { return levels(v.Levels) },
	"rollingWeights": func(v Values) bool {
		w := v.RollingWeights
		all := []int64{w.Sports, w.Casino, w.Slot, w.Minigame, w.Other}
		if w.Fishing != nil {
			all = append(all, *w.Fishing)
		}
		if w.Virtual != nil {
			all = append(all, *w.Virtual)
		}
		return !slices.ContainsFunc(all, func(n int64) bool { return n < 0 || n > 10_000 })
	},
	"approvals": func(v Values) bool {
		a := v.Approvals
		amounts := []money.Amount{a.Payout.From, a.Deposit.From, a.Correction.From, a.Gift.From, a.Bets.From}
		without := []site.ApprovalRule{a.Settings, a.Account, a.Promo, a.Reset, a.Details, a.Move, a.Result}
		return !slices.ContainsFunc(without, func(r site.ApprovalRule) bool { return r.From != 0 }) && slices.Min(amounts) >= 0 && slices.Max(amounts) <= money.Max
	},
}

// bookSite is the form of a site's id.
var bookSite = regexp.MustCompile(`^[a-z0-9]{1,16}$`)

func timeOfDay(s string) bool {
	_, err := time.Parse("15:04", s)
	return err == nil && len(s) == len("15:04")
}

func languages(list []string) bool {
	seen := map[string]bool{}
	for _, l := range list {
		if seen[l] || !slices.Contains(texts.Languages, l) {
			return false
		}
		seen[l] = true
	}
	return len(list) > 0
}

const maxSocial = 200 // code points of each part

// social checks a link of the menu: none, or a name with an address of the web.
func social(s site.SNS) bool {
	for _, part := range []string{s.Name, s.Link, s.ID} {
		if strings.TrimSpace(part) != part || !printable(part, maxSocial) {
			return false
		}
	}
	return s.Link == "" || (secure(s.Link) && s.Name != "")
}

const maxAddress = 500 // code points

// framed checks the address of a page in a frame: none, or one of the web. {lang} may stand in its path and query, not in its host.
func framed(address string) bool {
	if !printable(address, maxAddress) || strings.ContainsAny(address, " <>\"") {
		return false
	}
	u, err := url.Parse(address)
	return address == "" || (err == nil && secure(address) && u.User == nil && !strings.ContainsAny(u.Host, "{}"))
}

// secure reports whether an address is one of the web over TLS.
func secure(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "https" && u.Host != ""
}

func printable(s string, most int) bool {
	return utf8.ValidString(s) && utf8.RuneCountInString(s) <= most && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// pair is a rule for two options that must fit.
type pair struct {
	one, other string
	fit        func(site.Options) bool
}

var pairs = []pair{
	{"idMin", "idMax", func(o site.Options) bool { return o.IDMin <= o.IDMax }},
	{"nickMin", "nickMax", func(o site.Options) bool { return o.NickMin <= o.NickMax }},
	{"passMin", "passMax", func(o site.Options) bool { return o.PassMin <= o.PassMax }},
	{"depositMin", "depositMax", func(o site.Options) bool { return o.DepositMin <= o.DepositMax }},
	{"depositMin", "depositUnit", func(o site.Options) bool { return o.DepositMin%o.DepositUnit == 0 }},
	{"depositMax", "depositUnit", func(o site.Options) bool { return o.DepositMax%o.DepositUnit == 0 }},
	{"withdrawMin", "withdrawMax", func(o site.Options) bool { return o.WithdrawMin <= o.WithdrawMax }},
	{"withdrawMin", "withdrawUnit", func(o site.Options) bool { return o.WithdrawMin%o.WithdrawUnit == 0 }},
	{"withdrawMax", "withdrawUnit", func(o site.Options) bool { return o.WithdrawMax%o.WithdrawUnit == 0 }},
	{"ptWithdrawMin", "ptWithdrawMax", func(o site.Options) bool { return o.PTWithdrawMin <= o.PTWithdrawMax }},
	{"smallestBet", "withdrawMin", func(o site.Options) bool { return o.SmallestBet <= o.WithdrawMin }}, // D-20
	{"smallestBet", "maxStake", func(o site.Options) bool { return o.SmallestBet <= o.MaxStake }},
	{"freeWinMax", "freeWinDayMax", func(o site.Options) bool { return o.FreeWinMax <= o.FreeWinDayMax }},
	{"newProviderDayMax", "providerDayMax", func(o site.Options) bool { return o.NewProviderDayMax <= o.ProviderDayMax }},
	{"sportsMinStake", "maxStake", func(o site.Options) bool { return o.SportsMinStake <= o.MaxStake }},
	{"smallestBet", "sportsMinStake", func(o site.Options) bool { return o.SmallestBet <= o.SportsMinStake }}, // D-20: a wallet with less is empty
	{"sportsMinStake", "sportsMaxWin", func(o site.Options) bool { return o.SportsMinStake <= o.SportsMaxWin }},
	{"sportsMinStake", "sportsMaxPayout", func(o site.Options) bool { return o.SportsMinStake <= o.SportsMaxPayout }},
	{"sportsMinOdds", "sportsMaxOdds", func(o site.Options) bool { return o.SportsMinOdds <= o.SportsMaxOdds }},
	{"pointChangeAmtLimit", "pointChangeAmtUnit", func(o site.Options) bool { return o.PointChangeAmtLimit%o.PointChangeAmtUnit == 0 }},
}

// change is what a form makes of a site's options: only those whose value differs, before and after.
type change struct {
	names         []string // sorted
	before, after Values
	text          []byte // JSON of after
}

// money reports whether a second person must see the change.
func (c change) money() bool {
	return slices.ContainsFunc(c.names, func(name string) bool { return !slices.Contains(free, name) })
}

// changeOf compares the values of a form with the options that hold, and checks what would hold afterwards as a whole. U038: a number outside its limits.
// U039: another value that cannot be. U040: two that do not fit.
func changeOf(o site.Options, form Values) (c change, err error) {
	now, err := valuesOf(o)
	if err != nil {
		return c, err
	}
	was, err := now.fields()
	if err != nil {
		return c, err
	}
	if form.Levels != nil {
		form.Levels = withLimits(form.Levels)
	}
	form.RollingWeights = form.RollingWeights.filled(now.RollingWeights)
	is, err := form.fields()
	if err != nil {
		return c, err
	}
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if string(is[name]) != string(was[name]) {
			c.names = append(c.names, name)
		}
	}
	if len(c.names) == 0 {
		return c, nil
	}
	for _, name := range c.names {
		if err := checkValue(name, is[name], form); err != nil {
			return c, err
		}
	}
	if c.before, err = pick(was, c.names); err != nil {
		return c, err
	}
	if c.after, err = pick(is, c.names); err != nil {
		return c, err
	}
	if c.text, err = json.Marshal(c.after); err != nil {
		return c, err
	}
	return c, checkWhole(o, c)
}

func checkValue(name string, value json.RawMessage, form Values) error {
	if l, number := limits[name]; number {
		if n, err := strconv.ParseInt(string(value), 10, 64); err != nil || n < l.Min || n > l.Max {
			return fault.SettingOutOfRange.With("option", name).With("min", strconv.FormatInt(l.Min, 10)).With("max", strconv.FormatInt(l.Max, 10))
		}
	}
	if check := checks[name]; check != nil && !check(form) {
		return fault.SettingInvalid.With("option", name)
	}
	return nil
}

// checkWhole applies the rules for pairs of which one changes: two that never did fit do not stop the change of a third.
func checkWhole(o site.Options, c change) error {
	next, err := o.With(c.text)
	for _, p := range pairs {
		one, other := slices.Contains(c.names, p.one), slices.Contains(c.names, p.other)
		if (!one && !other) || p.fit(next) {
			continue
		}
		if !one {
			return fault.SettingsContradict.With("option", p.other).With("other", p.one)
		}
		return fault.SettingsContradict.With("option", p.one).With("other", p.other)
	}
	if misfit := checkLevels(o, next, c); misfit != nil {
		return misfit
	}
	return err
}
