package member_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/testkit/factory"
)

// form is a signup that is accepted, below a partner.
func form(partner string) member.Form {
	return member.Form{
		MemID: "NewKim1", Password: "Sesame77", PIN: "4711", Nick: "Tiger", Name: "Kim Minsu", Phone: "010-1234-5678", Bank: "국민은행",
		Number: "110-234 567890", Holder: "kim  minsu", Referrer: partner, Lang: "ko", AgreeTerms: true,
	}
}

// A Vietnamese account is in plain Latin capitals at every bank. Both names are kept as they were typed.
func TestAHolderIsTheMemberAsTheBankWritesTheName(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	f := form(factory.Partner(t, w.db).MemID)
	f.Name, f.Holder = "Nguyễn Văn Đức", "NGUYEN VAN DUC"
	id, err := w.s.SignUp(t.Context(), "demo", f, origin)
	require.NoError(t, err)
	p, err := w.s.Profile(t.Context(), w.db, id)
	require.NoError(t, err)
	require.Equal(t, []string{"Nguyễn Văn Đức", "NGUYEN VAN DUC"}, []string{p.Name, p.Holder})
}

func TestASignUpIsKeptInOneFormAndWaits(t *testing.T) { // D-01 … D-06
	t.Parallel()
	w := newWorld(t, nil)
	top := factory.Partner(t, w.db)
	p := factory.Partner(t, w.db, func(m *factory.M) { m.Parent = top.MemID })
	var mark int64
	w.events(t, &mark)
	f := form(strings.ToUpper(p.MemID))
	f.Nick = "Ｔｉｇｅｒ"
	id, err := w.s.SignUp(t.Context(), "demo", f, origin)
	require.NoError(t, err)
	require.Equal(t, "newkim1", id)

	type row struct{ nick, name, phone, bank, number, holder, lang, status, upline, parent, ip, pass, pin string }
	var r row
	require.NoError(t, w.db.QueryRow(t.Context(), `SELECT nick, bank_name, lang, status, array_to_string(upline, ','),
		parent_id, host(join_ip), pass_hash, pin_hash FROM member_member WHERE member_id = 'newkim1'`).Scan(&r.nick,
		&r.bank, &r.lang, &r.status, &r.upline, &r.parent, &r.ip, &r.pass, &r.pin))
	opened, err := w.s.Profile(t.Context(), w.db, "newkim1")
	require.NoError(t, err)
	r.name, r.phone, r.number, r.holder = opened.Name, opened.Phone, opened.Number, opened.Holder
	require.True(t, strings.HasPrefix(r.pass, "$argon2id$v=19$m="))
	require.Contains(t, r.pin, "$argon2id$v=19$m=", "behind the id of its pepper")
	r.pass, r.pin = "", ""
	require.Equal(t, row{
		nick: "Tiger", name: "Kim Minsu", phone: "+821012345678", bank: "국민은행", number: "110234567890", holder: "kim minsu", lang: "ko",
		status: "pending", upline: p.MemID + "," + top.MemID, parent: p.MemID, ip: "192.0.2.7",
	}, r)
	require.Equal(t, []event.Event{{
		Site: "demo", Topic: "admin.demo", Cmd: event.Queue, Data1: "signup", Data2: "newkim1", Trace: origin.Trace,
	}}, w.events(t, &mark))
	require.Zero(t, one[int](t, w, "SELECT count(*) FROM wallet_balance WHERE member_id = 'newkim1'"))
	_, err = w.login(t.Context(), "newkim1", "Sesame77")
	require.ErrorIs(t, err, fault.PendingApproval)
}

func TestWhatASignUpRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	p := factory.Partner(t, w.db)
	quiet := factory.Partner(t, w.db, func(m *factory.M) { m.MayRefer = false })
	gone := factory.Partner(t, w.db)
	w.exec(t, "UPDATE member_member SET status = 'deleted' WHERE member_id = $1", gone.MemID)
	abroad := factory.Partner(t, w.db, func(m *factory.M) { m.Site = "other" })
	plain := factory.Member(t, w.db, func(m *factory.M) {
		m.MemID, m.Nick, m.Phone, m.Number = "taken1", "Taken", "+821099998888", "99887766"
	})
	for name, c := range map[string]struct {
		change func(*member.Form)
		want   *fault.Fault
	}{
		"no id":            {func(f *member.Form) { f.MemID = "" }, fault.IDRequired},
		"no password":      {func(f *member.Form) { f.Password = "" }, fault.PasswordRequired},
		"no nickname":      {func(f *member.Form) { f.Nick = " " }, fault.NicknameRequired},
		"no name":          {func(f *member.Form) { f.Name = "" }, fault.NameRequired},
		"no referrer":      {func(f *member.Form) { f.Referrer = "" }, fault.ReferrerRequired},
		"no terms":         {func(f *member.Form) { f.AgreeTerms = false }, fault.Failed},
		"id short":         {func(f *member.Form) { f.MemID = "kim1" }, fault.BadID},
		"id long":          {func(f *member.Form) { f.MemID = "abcdefghijklm1" }, fault.BadID},
		"id plus":          {func(f *member.Form) { f.MemID = "kim+minsu" }, fault.BadID},
		"id digit first":   {func(f *member.Form) { f.MemID = "1kimkim" }, fault.BadID},
		"id space":         {func(f *member.Form) { f.MemID = "kim kim1" }, fault.BadID},
		"id kelvin":        {func(f *member.Form) { f.MemID = "\u212aimkim1" }, fault.BadID},
		"pass short":       {func(f *member.Form) { f.Password = "abc12" }, fault.BadPassword},
		"pass long":        {func(f *member.Form) { f.Password = "abcdefghij1234567890x" }, fault.BadPassword},
		"pass no digit":    {func(f *member.Form) { f.Password = "abcdefgh" }, fault.BadPassword},
		"pass no letter":   {func(f *member.Form) { f.Password = "13572468" }, fault.BadPassword},
		"pass common":      {func(f *member.Form) { f.Password = "password1" }, fault.BadPassword},
		"pass keyboard":    {func(f *member.Form) { f.Password = "qwer1234" }, fault.BadPassword},
		"pass around id":   {func(f *member.Form) { f.Password = "xNEWKIM1x" }, fault.BadPassword},
		"pin short":        {func(f *member.Form) { f.PIN = "123" }, fault.BadCashPIN},
		"pin long":         {func(f *member.Form) { f.PIN = "12345" }, fault.BadCashPIN},
		"pin letters":      {func(f *member.Form) { f.PIN = "12a4" }, fault.BadCashPIN},
		"pin wide":         {func(f *member.Form) { f.PIN = "１２" }, fault.BadCashPIN},
		"nick short":       {func(f *member.Form) { f.Nick = "ab" }, fault.BadNickname},
		"nick long":        {func(f *member.Form) { f.Nick = strings.Repeat("가", 20) }, fault.BadNickname},
		"nick invisible":   {func(f *member.Form) { f.Nick = "ti\u200bger" }, fault.BadNickname},
		"nick lines":       {func(f *member.Form) { f.Nick = "ti\nger" }, fault.BadNickname},
		"phone letters":    {func(f *member.Form) { f.Phone = "010-abcd-5678" }, fault.BadPhone},
		"phone prefix":     {func(f *member.Form) { f.Phone = "012-1234-5678" }, fault.BadPhone},
		"phone short":      {func(f *member.Form) { f.Phone = "010-12-5678" }, fault.BadPhone},
		"phone none":       {func(f *member.Form) { f.Phone = "" }, fault.BadPhone},
		"bank one letter":  {func(f *member.Form) { f.Bank = "K1" }, fault.BadAccount},
		"account letters":  {func(f *member.Form) { f.Number = "12345a7" }, fault.BadAccount},
		"account short":    {func(f *member.Form) { f.Number = "12345" }, fault.BadAccount},
		"holder digits":    {func(f *member.Form) { f.Holder = "Kim Minsu 2" }, fault.BadAccount},
		"holder other":     {func(f *member.Form) { f.Holder = "Lee Minsu" }, fault.BadAccount}, // S-25
		"name digits":      {func(f *member.Form) { f.Name, f.Holder = "Kim 2", "Kim 2" }, fault.BadAccount},
		"unknown referrer": {func(f *member.Form) { f.Referrer = "nobody1" }, fault.UnknownReferrer},
		"deleted referrer": {func(f *member.Form) { f.Referrer = gone.MemID }, fault.UnknownReferrer},
		"foreign referrer": {func(f *member.Form) { f.Referrer = abroad.MemID }, fault.UnknownReferrer},
		"member referrer":  {func(f *member.Form) { f.Referrer = plain.MemID }, fault.ReferrerNotPartner},
		"quiet referrer":   {func(f *member.Form) { f.Referrer = quiet.MemID }, fault.ReferrerNotAllowed},
		"taken id":         {func(f *member.Form) { f.MemID = "TAKEN1" }, fault.DuplicateID},
		"taken nickname":   {func(f *member.Form) { f.Nick = "ｔａＫＥＮ" }, fault.DuplicateNickname},
		"taken phone":      {func(f *member.Form) { f.Phone = "010-9999-8888" }, fault.DuplicatePhone},
		"taken account":    {func(f *member.Form) { f.Number = "9988-7766" }, fault.DuplicateAccount},
	} {
		f := form(p.MemID)
		c.change(&f)
		_, err := w.s.SignUp(t.Context(), "demo", f, origin)
		require.ErrorIs(t, err, c.want, name)
		got, _ := fault.Of(err)
		require.Empty(t, got.Missing(), name)
	}
	require.Zero(t, one[int](t, w, "SELECT count(*) FROM member_member WHERE status = 'pending'"))
	f := form(p.MemID)
	f.Password, f.Name, f.Holder = "P@ss w0rd 긴 것", "Nguyễn Thị Hà", "nguyễn thị hà"
	_, err := w.s.SignUp(t.Context(), "demo", f, origin)
	require.NoError(t, err, "specials and any script are welcome (D-03, D-06)")
}

func TestSignUpCanBeClosed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]any{"signUpOpen": false})
	f := form(factory.Partner(t, w.db).MemID)
	_, err := w.s.SignUp(t.Context(), "demo", f, origin)
	require.ErrorIs(t, err, fault.SignUpClosed)
	w.exec(t, `UPDATE site_site SET options = '{"signUpPaused": true}'`)
	w.clk.Advance(2 * time.Second)
	_, err = w.s.SignUp(t.Context(), "demo", f, origin)
	require.ErrorIs(t, err, fault.SignUpMaintenance)
	w.exec(t, `UPDATE site_site SET inspect = true`)
	w.clk.Advance(2 * time.Second)
	_, err = w.s.SignUp(t.Context(), "demo", f, origin)
	require.ErrorIs(t, err, fault.SiteMaintenance)
}

func TestOfTwentySignUpsAtOnceOneIsTaken(t *testing.T) { // security.md 2.5
	t.Parallel()
	w := newWorld(t, nil)
	p := factory.Partner(t, w.db).MemID
	own := func(f *member.Form, i int) { // every unique value is the signup's own
		f.MemID, f.Nick = fmt.Sprintf("newkim%d", i), fmt.Sprintf("Tiger%d", i)
		f.Phone, f.Number = fmt.Sprintf("010-2222-%04d", i), fmt.Sprintf("110234%04d", i)
	}
	for n, c := range []struct {
		same func(*member.Form)
		want *fault.Fault
	}{
		{func(f *member.Form) { f.MemID = "samekim" }, fault.DuplicateID},
		{func(f *member.Form) { f.Nick = "Same" }, fault.DuplicateNickname},
		{func(f *member.Form) { f.Phone = "010-7777-7777" }, fault.DuplicatePhone},
		{func(f *member.Form) { f.Number = "77777777" }, fault.DuplicateAccount},
	} {
		errs := atOnce(20, func(i int) error {
			f := form(p)
			own(&f, 100*n+i)
			c.same(&f)
			_, err := w.s.SignUp(t.Context(), "demo", f, origin)
			return err
		})
		require.Equal(t, 1, successes(errs))
		for _, err := range errs {
			if err != nil {
				require.ErrorIs(t, err, c.want)
			}
		}
	}
}

func TestTheFormIsCheckedWhileItIsTyped(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	factory.Member(t, w.db, func(m *factory.M) {
		m.MemID, m.Nick, m.Phone, m.Number = "taken1", "Taken", "+821099998888", "99887766"
	})
	code := factory.Partner(t, w.db).MemID
	for _, c := range []struct {
		kind, value string
		want        error
	}{
		{"memId", "free1", nil},
		{"memId", "x", fault.BadID},
		{"memId", "Taken1", fault.DuplicateID},
		{"memNick", "Free", nil},
		{"memNick", "x", fault.BadNickname},
		{"memNick", "taken", fault.DuplicateNickname},
		{"phone", "01012345678", nil},
		{"phone", "1", fault.BadPhone},
		{"phone", "01099998888", fault.DuplicatePhone},
		{"account", "12345678", nil},
		{"account", "x", fault.BadAccount},
		{"account", "9988 7766", fault.DuplicateAccount},
		{"memPass", "x", fault.Failed},
	} {
		err := w.s.Check(t.Context(), "demo", c.kind, c.value, code)
		if c.want == nil {
			require.NoError(t, err, c)
		} else {
			require.ErrorIs(t, err, c.want, c)
		}
	}
}

// security.md 6.3.8: without a valid registration code a caller does not learn which values are taken.
func TestAStrangerWithoutARegistrationCodeLearnsNothingFromChecks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	silent := factory.Partner(t, w.db, func(m *factory.M) { m.MayRefer = false })
	for kind, value := range map[string]string{member.KindID: m.MemID, member.KindNick: m.Nick, member.KindPhone: "010" + m.Phone[5:]} {
		for _, v := range []string{value, map[string]string{member.KindID: "free1", member.KindNick: "Free", member.KindPhone: "01012345678"}[kind]} {
			for code, want := range map[string]error{
				"": fault.ReferrerRequired, "nobody1": fault.UnknownReferrer, m.MemID: fault.ReferrerNotPartner, silent.MemID: fault.ReferrerNotAllowed,
			} {
				require.ErrorIs(t, w.s.Check(t.Context(), "demo", kind, v, code), want, "%s %s", kind, code)
			}
		}
	}
}

// U007 and U013 go by the kept form: a phone is one phone, however it is typed.
func TestAPhoneHasOneFormHoweverItIsTyped(t *testing.T) {
	t.Parallel()
	for country, c := range map[string]struct {
		kept  string
		typed []string
		bad   []string
	}{
		"VN": {"+84912345678", []string{"0912345678", "912-345-678", "84912345678", "+84912345678", "0084912345678", "00912345678", "84-0912-345-678"}, []string{"09123456", "849123456789012", "+"}},
		"TH": {"+66812345678", []string{"0812345678", "66812345678", "+66-81-234-5678"}, []string{"08123", "668123456789"}},
		"CN": {"+8613812345678", []string{"13812345678", "8613812345678", "008613812345678"}, []string{"138123456789"}},
		"JP": {"+819012345678", []string{"090-1234-5678", "819012345678", "+81-90-1234-5678"}, []string{"0901234", "09012345678901"}},
	} {
		w := newWorld(t, map[string]any{"country": country})
		code := factory.Partner(t, w.db).MemID
		factory.Member(t, w.db, func(m *factory.M) { m.Phone = c.kept })
		for _, typed := range c.typed {
			require.ErrorIs(t, w.s.Check(t.Context(), "demo", member.KindPhone, typed, code), fault.DuplicatePhone, typed)
		}
		for _, typed := range c.bad {
			require.ErrorIs(t, w.s.Check(t.Context(), "demo", member.KindPhone, typed, code), fault.BadPhone, typed)
		}
	}
	w := newWorld(t, map[string]any{"country": "VN"})
	code := factory.Partner(t, w.db).MemID
	require.NoError(t, w.s.Check(t.Context(), "demo", member.KindPhone, "0841234567", code), "a number that begins like the calling code")
	factory.Member(t, w.db, func(m *factory.M) { m.Phone = "+84841234567" })
	require.ErrorIs(t, w.s.Check(t.Context(), "demo", member.KindPhone, "0841234567", code), fault.DuplicatePhone)
}

func TestPhonesOfOtherCountries(t *testing.T) { // D-05
	t.Parallel()
	w := newWorld(t, map[string]any{"country": "VN"})
	f := form(factory.Partner(t, w.db).MemID)
	f.Phone = "0912-345-678"
	_, err := w.s.SignUp(t.Context(), "demo", f, origin)
	require.NoError(t, err)
	p, err := w.s.Profile(t.Context(), w.db, "newkim1")
	require.NoError(t, err)
	require.Equal(t, "+84912345678", p.Phone)
}

// Old rows hold phones almost as they were typed, so that one phone could have several accounts.
func TestPhonesOfBeforeGetTheOneForm(t *testing.T) { // D-05, U007, U013
	t.Parallel()
	w := newWorld(t, map[string]any{"country": "VN"})
	factory.Plain(t, w.db)
	phones := func() map[string]string {
		rows, err := w.db.Query(t.Context(), "SELECT member_id, phone FROM member_member")
		require.NoError(t, err)
		kept, id, phone := map[string]string{}, "", ""
		_, err = pgx.ForEachRow(rows, []any{&id, &phone}, func() error {
			kept[id] = phone
			return nil
		})
		require.NoError(t, err)
		return kept
	}
	want, day := map[string]string{}, time.Now().AddDate(-1, 0, 0)
	joins := func(kept, form string) string {
		day = day.AddDate(0, 0, 1)
		m := factory.Member(t, w.db)
		w.exec(t, "UPDATE member_member SET phone = $2, joined_at = $3 WHERE member_id = $1", m.MemID, kept, day)
		want[m.MemID] = form
		return m.MemID
	}
	joins("+84912345678", "+84912345678")
	joins("+8484912345679", "+84912345679")
	joins("84912345680", "+84912345680")
	joins("0912-345-681", "+84912345681")
	joins("+840084912345682", "+84912345682")
	joins("+821012345678", "+821012345678") // the site was once of another country
	joins("+84123", "+84123")               // no phone at all
	first := joins("84912345690", "+84912345690")
	second := joins("0912345690", "0912345690")
	newer := joins("+84912345691", "+84912345691")
	older := joins("+8484912345691", "+8484912345691")
	gone := joins("0912345692", "0912345692")
	w.exec(t, "UPDATE member_member SET status = 'deleted' WHERE member_id = $1", gone)
	factory.Site(t, w.db, func(s *factory.S) { s.ID = "seoul"; s.Options = map[string]any{"country": "KR"} })
	w.exec(t, "UPDATE member_member SET site_id = 'seoul', phone = '01012345699' WHERE member_id = $1", joins("+84912345693", "+821012345699"))
	for _, value := range []string{"+8484912345678", "0912345700", "+84912345700"} {
		w.exec(t, "INSERT INTO member_block (site_id, kind, value, reason, blocked_by) VALUES ('demo', 'phone', $1, 'r', 'boss1')", value)
	}

	done, err := w.s.UnifyPhones(t.Context())
	require.NoError(t, err)
	require.Equal(t, want, phones())
	require.Equal(t, 7, done.Changed)
	require.Equal(t, []member.SharedPhone{{MemID: second, Holder: first}, {MemID: older, Holder: newer}}, done.Shared)
	require.Equal(t, []string{"+84912345678", "+84912345700", "0912345700"},
		one[[]string](t, w, "SELECT array_agg(value ORDER BY value) FROM member_block"))
	f := form(factory.Partner(t, w.db).MemID)
	f.Phone = "0912345679"
	_, err = w.s.SignUp(t.Context(), "demo", f, origin)
	require.ErrorIs(t, err, fault.DuplicatePhone)
	f.Phone = "0912345678"
	_, err = w.s.SignUp(t.Context(), "demo", f, origin)
	require.ErrorIs(t, err, fault.BlockedPhone)

	again, err := w.s.UnifyPhones(t.Context())
	require.NoError(t, err)
	require.Zero(t, again.Changed)
	require.Equal(t, done.Shared, again.Shared, "named until staff has decided")
}

func TestSecretsDoNotPrint(t *testing.T) {
	t.Parallel()
	f := form("p")
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		out := fmt.Sprintf(verb, f) + fmt.Sprintf(verb, f.Password)
		for _, secret := range []string{"Sesame77", "4711", fmt.Sprintf("%x", "Sesame77")} {
			require.NotContains(t, out, secret, verb)
		}
	}
}
