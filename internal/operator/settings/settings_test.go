package settings_test

import (
	"context"
	"encoding/json"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/settings"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

var noon = time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)

// office is a site with one who sets, another one, and a boss who may approve.
type office struct {
	*testing.T
	db        *pgxpool.Pool
	clk       *clock.Manual
	rights    approval.Rights
	sites     *site.Service
	approvals *approval.Service
	svc       *settings.Service
	effect    settings.Effect // of plans

	setter, other, boss audit.Actor
}

// open opens a site whose options differ from the defaults by these.
func open(t *testing.T, options map[string]any) *office {
	t.Helper()
	t.Parallel()
	o := &office{T: t, db: pgtest.DB(t)}
	clk := clock.NewManual(noon)
	o.clk = clk
	factory.Site(t, o.db, func(s *factory.S) {
		for name, value := range options {
			s.Options[name] = value
		}
	})
	factory.Site(t, o.db, func(s *factory.S) { s.ID = "other" })
	o.sites = site.New(o.db, clk)
	members := member.New(o.db, clk, o.sites, factory.Hashing())
	accounts := staff.New(o.db, clk, members, staff.Keys{})
	o.rights = accounts.HoldRights
	o.approvals = approval.New(o.db, clk, o.sites, accounts.HoldRights)
	o.svc = settings.New(o.db, clk, o.sites, o.approvals)
	o.setter, o.other, o.boss = o.person(right.Settings), o.person(right.Settings), o.person(right.Approve)
	return o
}

// alone is open for a site whose money settings one person may change.
func alone(t *testing.T) *office {
	t.Helper()
	return open(t, map[string]any{"approvals": map[string]any{"settings": map[string]any{"off": true}}})
}

func (o *office) person(rights ...right.Right) audit.Actor {
	o.Helper()
	return audit.Actor{ID: factory.Staff(o, o.db, func(s *factory.St) { s.Rights = rights }).ID, IP: netip.MustParseAddr("192.0.2.7"), Trace: "00-7-7"}
}

func (o *office) save(version int64, values string) error {
	o.Helper()
	var v settings.Values
	require.NoError(o, json.Unmarshal([]byte(values), &v))
	return o.svc.Save(o.Context(), "demo", o.setter, settings.Form{Version: version, Values: v, Note: " why "})
}

func (o *office) read() settings.State {
	o.Helper()
	s, err := o.svc.Read(o.Context(), "demo")
	require.NoError(o, err)
	return s
}

func (o *office) history() []settings.Version {
	o.Helper()
	list, total, err := o.svc.History(o.Context(), "demo", "", paging.Slice{Count: 100})
	require.NoError(o, err)
	require.Len(o, list, int(total))
	return list
}

func (o *office) refused(code string, err error) *fault.Fault {
	o.Helper()
	f, ok := fault.Of(err)
	require.True(o, ok, "%v", err)
	require.Equal(o, code, f.Code(), "%v", err)
	return f
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// Every option of a site can be set here, or is named with the reason why not; what can be set has a rule.
func TestEveryOptionHasItsPlace(t *testing.T) {
	elsewhere := map[string]string{
		"currency": "of the wallets of all members", "timeZone": "days that were closed would move", "country": "phones are stored in its form",
		"pinLength":    "members keep the withdrawal password that they have",
		"signUpPaused": "a switch", "logInPaused": "a switch", "bettingPaused": "a switch", "depositPaused": "a switch", "withdrawalPaused": "a switch",
		"pointsPaused": "a switch",
	}
	names := func(v any) map[string]json.RawMessage {
		var all map[string]json.RawMessage
		require.NoError(t, json.Unmarshal([]byte(text(t, v)), &all))
		return all
	}
	o := open(t, nil)
	values := names(o.read().Values)
	for name := range names(site.Defaults()) {
		if elsewhere[name] == "" {
			require.Contains(t, values, name)
		} else {
			require.NotContains(t, values, name)
			delete(elsewhere, name)
		}
	}
	require.Empty(t, elsewhere, "these are no options")
	for name, value := range values {
		if strings.Trim(string(value), "0123456789") == "" {
			require.Contains(t, settings.Limits(), name, "a number has its limits")
		}
	}
	defaults := names(o.read().Defaults)
	for name, l := range settings.Limits() {
		var n int64
		require.NoError(t, json.Unmarshal(defaults[name], &n), name)
		require.True(t, l.Min <= n && n <= l.Max, "%s: the decided value is within the limits", name)
	}
}

// A change is one version with what it changed, who and why; every page hears of it, and the chain of the audit has it.
func TestAChangeIsAVersion(t *testing.T) {
	o := alone(t)
	require.EqualValues(t, 0, o.read().Version)
	require.NoError(t, o.save(0, `{"depositMin":20000,"depositMax":5000000,"commentsPerDay":7}`))
	s := o.read()
	require.EqualValues(t, 1, s.Version)
	require.EqualValues(t, 20_000, *s.Values.DepositMin)
	require.EqualValues(t, 10_000, *s.Defaults.DepositMin)
	require.EqualValues(t, 20_000, s.Options.DepositMin)
	h := o.history()
	require.Len(t, h, 1)
	require.Equal(t, []any{o.setter.ID, "", "why", noon}, []any{h[0].SetBy, h[0].ApprovedBy, h[0].Note, h[0].SetAt.UTC()})
	require.JSONEq(t, `{"depositMin":10000,"commentsPerDay":50}`, text(t, h[0].Before), "depositMax had this value before")
	require.JSONEq(t, `{"depositMin":20000,"commentsPerDay":7}`, text(t, h[0].After))
	require.Equal(t, []string{"INSPECT N 2 ", "QUEUE settings 0 admin.demo"},
		pgtest.Column(t, o.db, "SELECT cmd || ' ' || data1 || ' ' || ver || ' ' || topic FROM outbox_event ORDER BY xid, id"))
	require.Equal(t, []string{o.setter.ID + " site.settings 1 20000 10000"},
		pgtest.Column(t, o.db, "SELECT concat_ws(' ', actor, action, target, detail #>> '{is,depositMin}', detail #>> '{was,depositMin}') FROM audit_entry ORDER BY id"))

	require.NoError(t, o.save(1, `{"depositMin":20000}`), "what is so already makes no version")
	require.Len(t, o.history(), 1)
	require.NoError(t, o.save(1, `{}`))
	other, err := o.svc.Read(t.Context(), "other")
	require.NoError(t, err)
	require.EqualValues(t, 0, other.Version, "another site is not concerned")
	require.EqualValues(t, 10_000, *other.Values.DepositMin)
}

// Each refusal has its code and the option, and leaves everything as it was.
func TestWhatCannotBeIsRefused(t *testing.T) {
	o := alone(t)
	require.NoError(t, o.save(0, `{"levels":{"3":{"depositMax":100000,"withdrawMin":10000}}}`))
	for values, want := range map[string][]string{
		// limits; the ones of protection do not go beyond what was decided (D-04, D-07, D-15, D-57, S-01)
		`{"idMin":4}`: {"U038", "idMin"}, `{"idMax":14}`: {"U038", "idMax"}, `{"nickMin":1}`: {"U038", "nickMin"}, `{"passMin":5}`: {"U038", "passMin"},
		`{"passMax":65}`: {"U038", "passMax"}, `{"passTries":9}`: {"U038", "passTries"}, `{"pinTries":6}`: {"U038", "pinTries"},
		`{"pinLockMinutes":29}`: {"U038", "pinLockMinutes"}, `{"autoLogoutMinutes":31}`: {"U038", "autoLogoutMinutes"},
		`{"autoLogoutMinutes":4}`: {"U038", "autoLogoutMinutes"}, `{"sessionHours":0}`: {"U038", "sessionHours"},
		`{"staffSessionHours":13}`: {"U038", "staffSessionHours"}, `{"withdrawUndoSeconds":61}`: {"U038", "withdrawUndoSeconds"},
		`{"boardDelaySeconds":59}`: {"U038", "boardDelaySeconds"}, `{"depositMin":0}`: {"U038", "depositMin"}, `{"depositUnit":0}`: {"U038", "depositUnit"},
		`{"withdrawWaitMinutes":-1}`: {"U038", "withdrawWaitMinutes"}, `{"depositMax":1000000000000001}`: {"U038", "depositMax"},
		`{"rollingBasisPoints":-1}`: {"U038", "rollingBasisPoints"}, `{"approvalHours":169}`: {"U038", "approvalHours"},
		// values that cannot be
		`{"multiLogin":"maybe"}`: {"U039", "multiLogin"}, `{"exchangeClosedFrom":"24:00"}`: {"U039", "exchangeClosedFrom"},
		`{"exchangeClosedTo":"9:00"}`: {"U039", "exchangeClosedTo"}, `{"recommendYn":"yes"}`: {"U039", "recommendYn"},
		`{"languages":[]}`: {"U039", "languages"}, `{"languages":["en","xx"]}`: {"U039", "languages"}, `{"languages":["en","en"]}`: {"U039", "languages"},
		`{"rollingWeights":{"slot":10001}}`:                      {"U039", "rollingWeights"},
		`{"sns":[{"name":"a","link":"javascript:alert(1)"}]}`:    {"U039", "sns"},
		`{"sns":[{"name":"","link":"https://t.example/a"}]}`:     {"U039", "sns"},
		`{"liveVideo":"http://t.example/a"}`:                     {"U039", "liveVideo"},
		`{"liveVideo":"javascript:alert(1)"}`:                    {"U039", "liveVideo"},
		`{"liveVideo":"https://{lang}.example/a"}`:               {"U039", "liveVideo"},
		`{"liveVideo":"https://user@t.example/a"}`:               {"U039", "liveVideo"},
		`{"liveVideo":"https://t.example/ a"}`:                   {"U039", "liveVideo"},
		`{"approvals":{"payout":{"from":-1}}}`:                   {"U039", "approvals"},
		`{"approvals":{"deposit":{"from":-1}}}`:                  {"U039", "approvals"},
		`{"approvals":{"deposit":{"from":1000000000000001}}}`:    {"U039", "approvals"},
		`{"approvals":{"bets":{"from":-1}}}`:                     {"U039", "approvals"},
		`{"approvals":{"result":{"from":1}}}`:                    {"U039", "approvals"},
		`{"approvals":{"settings":{"from":1}}}`:                  {"U039", "approvals"},
		`{"approvals":{"account":{"from":1}}}`:                   {"U039", "approvals"},
		`{"approvals":{"correction":{"from":1000000000000001}}}`: {"U039", "approvals"},
		`{"idMin":12,"idMax":11}`:                                {"U040", "idMin", "idMax"},
		`{"nickMin":20}`:                                         {"U040", "nickMin", "nickMax"},
		`{"passMin":30}`:                                         {"U040", "passMin", "passMax"},
		`{"depositMin":6000000}`:                                 {"U040", "depositMin", "depositMax"},
		`{"depositMax":5000}`:                                    {"U040", "depositMax", "depositMin"},
		`{"depositUnit":30000}`:                                  {"U040", "depositUnit", "depositMin"},
		`{"depositMin":15000}`:                                   {"U040", "depositMin", "depositUnit"},
		`{"withdrawMin":6000000}`:                                {"U040", "withdrawMin", "withdrawMax"},
		`{"withdrawMax":5005000}`:                                {"U040", "withdrawMax", "withdrawUnit"},
		`{"smallestBet":20000}`:                                  {"U040", "smallestBet", "withdrawMin"},
		`{"withdrawMin":1000,"withdrawUnit":1000}`:               {"U040", "withdrawMin", "smallestBet"},
		`{"maxStake":4000}`:                                      {"U040", "maxStake", "smallestBet"},
		`{"freeWinMax":20000000}`:                                {"U040", "freeWinMax", "freeWinDayMax"},
		// the sportsbook
		`{"sportsMinStake":0}`: {"U038", "sportsMinStake"}, `{"sportsMaxWin":0}`: {"U038", "sportsMaxWin"}, `{"sportsMaxPayout":0}`: {"U038", "sportsMaxPayout"},
		`{"sportsMinOdds":1009}`: {"U038", "sportsMinOdds"}, `{"sportsMaxOdds":10000001}`: {"U038", "sportsMaxOdds"}, `{"sportsMaxLegs":21}`: {"U038", "sportsMaxLegs"},
		`{"sportsMaxLegs":0}`: {"U038", "sportsMaxLegs"}, `{"sportsBonusMinOdds":1000}`: {"U038", "sportsBonusMinOdds"}, `{"sportsDelaySeconds":0}`: {"U038", "sportsDelaySeconds"},
		`{"sportsDelaySeconds":61}`: {"U038", "sportsDelaySeconds"}, `{"sportsCancelMinutes":61}`: {"U038", "sportsCancelMinutes"},
		`{"sportsCancelAheadMinutes":-1}`: {"U038", "sportsCancelAheadMinutes"}, `{"sportsCancelsPerDay":101}`: {"U038", "sportsCancelsPerDay"},
		`{"sportsBonuses":[{"legs":1,"factor":1100}]}`:                                     {"U039", "sportsBonuses"},
		`{"sportsBonuses":[{"legs":21,"factor":1100}]}`:                                    {"U039", "sportsBonuses"},
		`{"sportsBonuses":[{"legs":3,"factor":999}]}`:                                      {"U039", "sportsBonuses"},
		`{"sportsBonuses":[{"legs":3,"factor":2001}]}`:                                     {"U039", "sportsBonuses"},
		`{"sportsBonuses":[{"legs":3,"factor":1030},{"legs":3,"factor":1060}]}`:            {"U039", "sportsBonuses"},
		`{"sportsBonuses":[{"legs":3,"factor":1060},{"legs":6,"factor":1030}]}`:            {"U039", "sportsBonuses"},
		`{"sportsBonuses":[{"legs":6,"factor":1030},{"legs":0},{"legs":3,"factor":1060}]}`: {"U039", "sportsBonuses"},
		`{"sportsPairs":["over+win"]}`:                                                     {"U039", "sportsPairs"},
		`{"sportsPairs":["win"]}`:                                                          {"U039", "sportsPairs"},
		`{"sportsPairs":["win+goals"]}`:                                                    {"U039", "sportsPairs"},
		`{"sportsPairs":["win+over","win+over"]}`:                                          {"U039", "sportsPairs"},
		`{"sportsMinStake":1000001}`:                                                       {"U040", "sportsMinStake", "maxStake"},
		`{"sportsMinStake":4999}`:                                                          {"U040", "sportsMinStake", "smallestBet"},
		`{"sportsMaxWin":4000}`:                                                            {"U040", "sportsMaxWin", "sportsMinStake"},
		`{"sportsMaxPayout":4000}`:                                                         {"U040", "sportsMaxPayout", "sportsMinStake"},
		`{"sportsMinOdds":1200,"sportsMaxOdds":1100}`:                                      {"U040", "sportsMinOdds", "sportsMaxOdds"},
		`{"levels":{"7":{"sportsMaxWin":-1}}}`:                                             {"U039", "levels"},
		`{"levels":{"7":{"sportsMinStake":8000000}}}`:                                      {"U040", "levels.7.sportsMinStake", "maxStake"},
		`{"levels":{"7":{"sportsMinStake":4000}}}`:                                         {"U040", "levels.7.sportsMinStake", "smallestBet"},
		`{"levels":{"7":{"sportsMaxWin":30000}}}`:                                          {"U040", "levels.7.sportsMaxWin", "sportsMinStake"},
		`{"pointChangeAmtUnit":3000}`:                                                      {"U040", "pointChangeAmtUnit", "pointChangeAmtLimit"},
		`{"depositMin":200000}`:                                                            {"U040", "depositMin", "levels.3.depositMax"},
		`{"depositUnit":40000,"depositMin":40000}`:                                         {"U040", "depositUnit", "levels.3.depositMax"},
		`{"withdrawMin":20000,"smallestBet":15000,"sportsMinStake":15000}`:                 {"U040", "smallestBet", "levels.3.withdrawMin"},
		`{"levels":{"11":{"maxStake":1}}}`:                                                 {"U039", "levels"},
		`{"levels":{"03":{"maxStake":1}}}`:                                                 {"U039", "levels"},
		`{"levels":{"3":{"maxStake":-1}}}`:                                                 {"U039", "levels"},
		`{"levels":{"3":{"maxStake":1000000000000001}}}`:                                   {"U039", "levels"},
		`{"levels":{"7":{"depositMin":9000000}}}`:                                          {"U040", "levels.7.depositMin", "depositMax"},
		`{"levels":{"7":{"depositMin":70000,"depositMax":60000}}}`:                         {"U040", "levels.7.depositMin", "levels.7.depositMax"},
		`{"levels":{"7":{"depositMax":15000}}}`:                                            {"U040", "levels.7.depositMax", "depositUnit"},
		`{"levels":{"7":{"withdrawMax":5005000}}}`:                                         {"U040", "levels.7.withdrawMax", "withdrawUnit"},
		`{"levels":{"7":{"withdrawMin":6000000}}}`:                                         {"U040", "levels.7.withdrawMin", "withdrawMax"},
		`{"levels":{"7":{"maxStake":4000}}}`:                                               {"U040", "levels.7.maxStake", "smallestBet"},
		`{"commentsPerDay":7,"depositMin":200000,"pinLockMinutes":5}`:                      {"U038", "pinLockMinutes"},
	} {
		f := o.refused(want[0], o.save(1, values))
		require.Equal(t, want[1], f.Params()["option"], values)
		if len(want) > 2 {
			require.Equal(t, want[2], f.Params()["other"], values)
		}
		require.Empty(t, f.Missing(), values)
	}
	o.refused("E001", o.svc.Save(t.Context(), "demo", o.setter, settings.Form{Version: 1, Note: strings.Repeat("x", 201)}))
	o.refused("E001", o.svc.Save(t.Context(), "demo", o.setter, settings.Form{Version: 1, Note: "a\tb"}))
	s := o.read()
	require.EqualValues(t, 1, s.Version)
	require.Equal(t, text(t, func() any { d := s.Defaults; d.Approvals, d.Levels = s.Values.Approvals, s.Values.Levels; return d }()), text(t, s.Values))
}

// A site that holds an option from before its limit may still change the others.
func TestAnOldValueDoesNotStopTheOthers(t *testing.T) {
	o := open(t, map[string]any{"autoLogoutMinutes": 60, "depositMin": 15_000})
	require.NoError(t, o.save(0, `{"autoLogoutMinutes":60,"commentsPerDay":7}`))
	o.refused("U038", o.save(1, `{"autoLogoutMinutes":59}`))
	require.NoError(t, o.save(1, `{"autoLogoutMinutes":20}`))
}

func TestAStaleFormChangesNothing(t *testing.T) {
	o := alone(t)
	require.NoError(t, o.save(0, `{"commentsPerDay":7}`))
	o.refused("C019", o.save(0, `{"postsPerDay":3}`))
	o.refused("C019", o.save(2, `{"postsPerDay":3}`))
	require.Equal(t, 10, *o.read().Values.PostsPerDay)
}

// Of two forms that were opened together one is saved, however they meet.
func TestOfTwoSaversAtOnceOneWins(t *testing.T) {
	o := alone(t)
	var group sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		group.Go(func() { errs[i] = o.save(0, `{"commentsPerDay":`+string(rune('1'+i))+`}`) })
	}
	group.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		} else {
			o.refused("C019", err)
		}
	}
	require.Equal(t, 1, won)
	require.Len(t, o.history(), 1)
}

func TestAnEarlierVersionIsRestoredAsANewOne(t *testing.T) {
	o := alone(t)
	require.NoError(t, o.save(0, `{"depositMin":20000,"commentsPerDay":7}`))
	require.NoError(t, o.save(1, `{"depositMin":30000,"languages":["en","ko"]}`))
	require.NoError(t, o.save(2, `{"commentsPerDay":8}`))
	o.refused("E001", o.svc.Restore(t.Context(), "demo", o.setter, 3, 3, "", ""))
	o.refused("E001", o.svc.Restore(t.Context(), "demo", o.setter, 3, -1, "", ""))
	o.refused("C019", o.svc.Restore(t.Context(), "demo", o.setter, 2, 1, "", ""))

	require.NoError(t, o.svc.Restore(t.Context(), "demo", o.other, 3, 1, "", "too strict"))
	s := o.read()
	require.EqualValues(t, 4, s.Version)
	require.Equal(t, []any{20_000, 7}, []any{int(*s.Values.DepositMin), *s.Values.CommentsPerDay})
	require.Equal(t, site.Defaults().Languages, s.Values.Languages)
	newest := o.history()[0]
	require.Equal(t, []any{o.other.ID, int64(1), "too strict"}, []any{newest.SetBy, *newest.Restores, newest.Note})
	require.JSONEq(t, `{"depositMin":30000,"commentsPerDay":8,"languages":["en","ko"]}`, text(t, newest.Before))

	require.NoError(t, o.svc.Restore(t.Context(), "demo", o.setter, 4, 0, "", ""))
	require.Equal(t, []any{10_000, 50}, []any{int(*o.read().Values.DepositMin), *o.read().Values.CommentsPerDay})

	// The limits of levels alone are checked against the other options of today; a whole version takes those back as well.
	require.NoError(t, o.save(5, `{"levels":{"3":{"depositMax":10000}}}`))
	require.NoError(t, o.save(6, `{"levels":{}}`))
	require.NoError(t, o.save(7, `{"depositMin":20000}`))
	f := o.refused("U040", o.svc.Restore(t.Context(), "demo", o.setter, 8, 6, settings.Levels, ""))
	require.Equal(t, []string{"levels.3.depositMax", "depositMin"}, []string{f.Params()["option"], f.Params()["other"]})
	o.refused("E001", o.svc.Restore(t.Context(), "demo", o.setter, 8, 6, "depositMin", ""))
	require.NoError(t, o.svc.Restore(t.Context(), "demo", o.setter, 8, 6, "", ""))
	require.Equal(t, money.Amount(10_000), *o.read().Values.DepositMin)
	require.Equal(t, map[string]site.Level{"3": {DepositMax: 10_000}}, o.read().Options.Levels)
}

// S-84: settings that money depends on need a second person; those that no money depends on do not.
func TestMoneySettingsNeedTwoPersons(t *testing.T) {
	o := open(t, nil)
	require.Contains(t, o.read().SecondPerson, "depositMin")
	require.NotContains(t, o.read().SecondPerson, "commentsPerDay")
	require.NoError(t, o.save(0, `{"commentsPerDay":7}`))
	for _, values := range []string{`{"depositMin":20000}`, `{"depositMin":20000,"commentsPerDay":8}`, `{"approvals":{"settings":{"off":true}}}`, `{"depositMin":20000}`} {
		o.refused("U035", o.save(1, values))
	}
	o.refused("U038", o.save(1, `{"depositMin":0}`))
	o.refused("C019", o.save(0, `{"depositMin":20000}`))
	require.EqualValues(t, 1, o.read().Version, "nothing holds yet")
	waiting, _, err := o.approvals.List(t.Context(), "demo", approval.Query{Open: true, Slice: paging.Slice{Count: 10}})
	require.NoError(t, err)
	require.Len(t, waiting, 3, "the same change is asked for once")
	first := waiting[2]
	asked, err := settings.Asked(first)
	require.NoError(t, err)
	require.JSONEq(t, `{"depositMin":10000}`, text(t, asked.Before))
	require.JSONEq(t, `{"depositMin":20000}`, text(t, asked.After))

	decide := func(r approval.Request, by audit.Actor) error {
		return o.approvals.Approve(t.Context(), approval.Decision{Actor: by, Site: "demo", ID: r.ID, Version: r.Version})
	}
	o.refused("U036", decide(first, o.setter))
	require.NoError(t, decide(first, o.boss))
	require.EqualValues(t, 20_000, *o.read().Values.DepositMin)
	newest := o.history()[0]
	require.Equal(t, []string{o.setter.ID, o.boss.ID}, []string{newest.SetBy, newest.ApprovedBy})
	require.Equal(t, []string{"site.settings " + o.boss.ID + " " + o.setter.ID},
		pgtest.Column(t, o.db, "SELECT concat_ws(' ', action, actor, detail ->> 'askedBy') FROM audit_entry WHERE action = 'site.settings' AND target = '2'"))
	o.refused("C019", decide(waiting[1], o.boss))
	require.Equal(t, 7, *o.read().Values.CommentsPerDay, "a request for a form of before does nothing")
	require.False(t, o.read().Values.Approvals.Settings.Off)
	o.refused("U035", o.svc.Restore(t.Context(), "demo", o.setter, 2, 1, "", ""))
}

// S-84: the limits of a level go above those of the site, so they need a second person as well.
func TestLimitsOfALevelNeedTwoPersons(t *testing.T) {
	o := open(t, nil)
	require.Contains(t, o.read().SecondPerson, settings.Levels)
	require.NoError(t, o.save(0, `{"levels":{"3":{}}}`), "what is so already is no change")
	o.refused("U035", o.save(0, `{"levels":{"3":{"maxStake":7000000}}}`))
	waiting, _, err := o.approvals.List(t.Context(), "demo", approval.Query{Open: true, Slice: paging.Slice{Count: 10}})
	require.NoError(t, err)
	asked, err := settings.Asked(waiting[0])
	require.NoError(t, err)
	require.JSONEq(t, `{"levels":{}}`, text(t, asked.Before))
	require.JSONEq(t, `{"levels":{"3":{"maxStake":7000000}}}`, text(t, asked.After))
	require.Empty(t, o.read().Options.Levels)
	require.NoError(t, o.approvals.Approve(t.Context(), approval.Decision{Actor: o.boss, Site: "demo", ID: waiting[0].ID, Version: waiting[0].Version}))
	require.Equal(t, map[string]site.Level{"3": {MaxStake: 7_000_000}}, o.read().Options.Levels)
}

// Limits that staff asked for one level at a time, before they were an option, are shown as such and never carried out.
func TestOldRequestsForLimitsOfALevelAreShownOnly(t *testing.T) {
	o := open(t, nil)
	o.refused("U035", o.save(0, `{"levels":{"3":{"maxStake":7000000}}}`))
	_, err := o.db.Exec(t.Context(), `UPDATE approval_request SET detail = '{"level":3,"limits":{"maxStake":7000000},"limitsBefore":{}}'`)
	require.NoError(t, err)
	waiting, _, err := o.approvals.List(t.Context(), "demo", approval.Query{Open: true, Slice: paging.Slice{Count: 10}})
	require.NoError(t, err)
	asked, err := settings.Asked(waiting[0])
	require.NoError(t, err)
	require.JSONEq(t, `{"levels":{"3":{"maxStake":7000000}}}`, text(t, asked.After))
	o.refused("C019", o.approvals.Approve(t.Context(), approval.Decision{Actor: o.boss, Site: "demo", ID: waiting[0].ID, Version: waiting[0].Version}))
	require.Empty(t, o.read().Options.Levels)
}

// The limits of levels go back alone: other settings that were changed since stay.
func TestTheLimitsOfLevelsAreRestoredAlone(t *testing.T) {
	o := alone(t)
	require.NoError(t, o.save(0, `{"levels":{"3":{"maxStake":7000000},"4":{"depositMax":90000}}}`))
	require.NoError(t, o.save(1, `{"commentsPerDay":7}`))
	require.NoError(t, o.save(2, `{"levels":{"3":{"maxStake":8000000}},"postsPerDay":3}`))
	list, total, err := o.svc.History(t.Context(), "demo", settings.Levels, paging.Slice{Count: 1, Skip: 1})
	require.NoError(t, err)
	require.Equal(t, []any{int64(2), int64(1)}, []any{total, list[0].Version}, "two versions changed them, of which this is the older one")
	require.NoError(t, o.svc.Restore(t.Context(), "demo", o.setter, 3, 1, settings.Levels, ""))
	s := o.read()
	require.Equal(t, map[string]site.Level{"3": {MaxStake: 7_000_000}, "4": {DepositMax: 90_000}}, s.Options.Levels)
	require.Equal(t, []int{7, 3}, []int{*s.Values.CommentsPerDay, *s.Values.PostsPerDay})
	require.NoError(t, o.svc.Restore(t.Context(), "demo", o.setter, 4, 0, settings.Levels, ""))
	require.Empty(t, o.read().Options.Levels)
}

// A form may name a version that did not exist yet when the options were read for it: the values that it repeats are then not what the page
// showed, and one person alone would undo what two persons decided.
func TestAFormAheadOfItsTimeUndoesNothing(t *testing.T) {
	o := open(t, map[string]any{"depositMin": 10_000})
	tx, err := o.db.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(context.Background()) }()
	_, err = tx.Exec(t.Context(), "SELECT FROM site_site WHERE site_id = 'demo' FOR NO KEY UPDATE")
	require.NoError(t, err)
	saved := make(chan error, 1)
	go func() {
		values := settings.Values{DepositMin: new(money.Amount)}
		*values.DepositMin = 10_000
		saved <- o.svc.Save(context.WithoutCancel(t.Context()), "demo", o.setter, settings.Form{Version: 1, Values: values})
	}()
	testkit.Eventually(t, func() bool {
		var n int
		err := o.db.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()").Scan(&n)
		return err == nil && n > 0
	})
	_, err = tx.Exec(t.Context(), `INSERT INTO settings_change (site_id, version, set_by, approved_by, set_at, before, after, note)
		VALUES ('demo', 1, $1, $2, now(), '{"depositMin":10000}', '{"depositMin":20000}', '')`, o.other.ID, o.boss.ID)
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `UPDATE site_site SET options = options || '{"depositMin":20000}' WHERE site_id = 'demo'`)
	require.NoError(t, err)
	require.NoError(t, tx.Commit(t.Context()))
	o.refused("C019", <-saved)
	require.EqualValues(t, 20_000, *o.read().Values.DepositMin)
}
