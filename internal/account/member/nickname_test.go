package member_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/testkit/factory"
)

// A member cannot write on the free board under a name that imitates staff, the site or another member by look-alike letters
// (D-02).
func TestNicknamesThatImitateAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	factory.Site(t, w.db, func(s *factory.S) { s.ID, s.Name, s.Hosts = "golden", "Golden Bay", []string{"golden.test"} })
	code := factory.Partner(t, w.db, func(m *factory.M) { m.Site = "golden" }).MemID
	ask := func(nick string) error {
		return w.s.Check(t.Context(), "golden", member.KindNick, nick, code)
	}
	for _, nick := range []string{
		"admin", "ADMIN", "Ａｄｍｉｎ", "adm1n", "4dmin", "@dmin", "admin77", "the admin", "Admin Kim", "a d m i n", "ádmin", "0perator", "Hubstake", "hubstake7",
		"관리자", "관리자1", "게임관리자", "운영자님", "Quản trị viên", "quan tri vien", "ผู้ดูแลระบบ", "แอดมิน", "管理员", "客服小王", "運営事務局", "スタッフ", "golden bay", "G0lden.Bay", "GoldenBay1",
	} {
		require.ErrorIs(t, ask(nick), fault.DuplicateNickname, nick)
	}
	for _, nick := range []string{"DеmoMember", "Tigеr", "Тигр99", "Ωmega", "Kim민수", "kimไทย", "李minsu", "ひらкана"} { // Cyrillic, Greek, mixed
		require.ErrorIs(t, ask(nick), fault.BadNickname, nick)
	}
	for _, nick := range []string{"Tiger", "badminton", "Nguyễn Đức", "호랑이77", "เสือใหญ่", "东方之虎", "さくらサクラ桜", "スーパー", "tiger_01", "777", "Golden Boy"} {
		require.NoError(t, ask(nick), nick)
	}
}

// The fillers of Hangul are letters to Unicode but invisible; so are variation selectors and joiners.
func TestNicknameWithInvisibleLettersIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	code := factory.Partner(t, w.db).MemID
	factory.Member(t, w.db, func(m *factory.M) { m.Nick = "홍길동" })
	for _, unseen := range []string{
		"\u115f", "\u1160", "\u3164", "\uffa0", "\u034f", "\u180b", "\u180d", "\u180e", "\u180f", "\ufe0f", "\u200b", "\u200d", "\u2060", "\u2065", "\u2800",
		"\U000e0041", "\U000e0100",
	} {
		for _, nick := range []string{unseen + "관리자", "관" + unseen + "리자", "홍길동" + unseen, unseen + unseen + unseen} {
			require.ErrorIs(t, w.s.Check(t.Context(), "demo", member.KindNick, nick, code), fault.BadNickname, "%+q", nick)
		}
	}
}

// D-70, S-25: banks write names in plain capitals; the marks of scripts that need them are letters.
func TestNamesAreComparedAsBanksWriteThem(t *testing.T) {
	t.Parallel()
	for name, holder := range map[string]string{
		"Nguyễn Văn Đức": "NGUYEN VAN DUC", "İbrahim Şahin": "ibrahim sahin", "Kim Minsu": "ＫＩＭ　ＭＩＮＳＵ", "Ørsted Łukasz": "Orsted Lukasz", "김 민수": "김민수",
		"Straße": "STRASSE", "ฟ้า ใส": "ฟ้าใส",
	} {
		require.True(t, member.SameName(name, holder), "%s, %s", name, holder)
	}
	for name, other := range map[string]string{"Nguyễn Văn Đức": "NGUYEN VAN DUNG", "ฟ้า": "ฟา", "김민수": "김민주", "Kim": "Klm", "": "Kim"} {
		require.False(t, member.SameName(name, other), "%s, %s", name, other)
	}
}
