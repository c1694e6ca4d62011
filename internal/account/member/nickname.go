package member

import (
	"slices"
	"strings"
	"unicode"

	"hubstake/internal/core/fold"
)

// reservedNames are the words under which staff and the product itself speak, in the six languages, in the form of resembles. A nickname
// that begins or ends with one imitates them; of the words that are also parts of others (reservedWords) only the whole word does.
var reservedNames = folded(
	"admin", "administrator", "operator", "moderator", "hubstake", "helpdesk",
	"관리자", "운영자", "운영팀", "고객센터", "매니저", "마스터", "상담원", "공식",
	"quản trị viên", "quản trị", "điều hành", "hỗ trợ", "nhân viên", "chăm sóc khách hàng",
	"ผู้ดูแล", "ผู้ดูแลระบบ", "แอดมิน", "เจ้าหน้าที่", "ฝ่ายบริการ",
	"管理员", "管理員", "客服", "官方", "运营", "系统", "版主",
	"管理者", "運営", "運営者", "公式", "サポート", "スタッフ", "アドミン",
)

var reservedWords = folded("manager", "master", "system", "support", "official", "staff", "house", "dealer", "cs")

// lookAlikes are letters and digits that are read as Latin letters. A nickname of a foreign script is refused anyway; these catch what is
// left, such as adm1n and 0perator.
var lookAlikes = strings.NewReplacer(
	"0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b", "@", "a", "$", "s", "!", "i", "|", "i", "l", "i", "ł", "i",
)

func folded(names ...string) []string {
	for i, n := range names {
		names[i] = resembles(n)
	}
	return names
}

// resembles is how a name reads at a glance: folded, look-alikes as the letters that they stand for.
func resembles(name string) string { return fold.Text(lookAlikes.Replace(nickKey(name))) }

// sameName reports whether two names are one as a bank writes it (D-70): whatever the case, the marks of Latin letters, the width, spaces and signs.
func sameName(a, b string) bool { return fold.Text(a) == fold.Text(b) }

// reserved reports whether a nickname could be taken for staff, for the product or for the site.
func reserved(nick, siteName string) bool {
	plain := strings.Trim(nickKey(nick), "0123456789") // hubstake77 is no other name than hubstake
	own := resembles(siteName)
	for _, s := range []string{resembles(nick), resembles(plain)} {
		if s == "" {
			continue
		}
		if own != "" && s == own || slices.Contains(reservedWords, s) || slices.ContainsFunc(reservedNames, func(n string) bool { return strings.HasPrefix(s, n) || strings.HasSuffix(s, n) }) {
			return true
		}
	}
	return false
}

// nickScripts are the scripts of nicknames. Han and Kana are one: Japanese is written in both.
var nickScripts = [][]*unicode.RangeTable{
	{unicode.Latin}, {unicode.Hangul}, {unicode.Thai}, {unicode.Han, unicode.Hiragana, unicode.Katakana},
}

// oneScript reports whether all letters of a nickname are of one script of the product's languages. Digits and signs belong
// to every script. A Cyrillic е among Latin letters is a way to imitate another name.
func oneScript(nick string) bool {
	script := -1
	for _, r := range nick {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) || r == 'ー' {
			continue
		}
		i := slices.IndexFunc(nickScripts, func(tables []*unicode.RangeTable) bool { return unicode.In(r, tables...) })
		if i < 0 || script >= 0 && i != script {
			return false
		}
		script = i
	}
	return true
}
