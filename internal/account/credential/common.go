package credential

import (
	"slices"
	"strings"
)

// A common password that has letters and digits is nearly always a word with one of a few tails (password1, qwer1234) or
// heads (123abc), or a walk over the keyboard. So what is refused is 200 words with 80 numbers, and the walks: 16,000
// texts in two short lists, more than the usual list of 3,000 holds of passwords with letters and digits (D-03).
var (
	commonWords = strings.Fields(`
		a aa aaa aaaa aaaaa aaaaaa abc abcd abcde abcdef abcdefg abcabc az azerty asd asdf asdfg asdfgh asdfghjkl asdfasdf asdasd
		qwe qwer qwert qwerty qwertyu qwertyuiop qweqwe qwerqwer qweasd qweasdzxc qaz qazwsx qazwsxedc qazxsw zaq zaqxsw zxc zxcv
		zxcvb zxcvbn zxcvbnm q qq qqq qqqq w x xx xxx z zz zzz
		password passw0rd p@ssword p@ssw0rd passwort passwd passcode admin administrator root user guest login welcome changeme
		letmein secret master access system server default manager letmein! iloveyou iloveu loveyou love lovely lover honey babe
		baby babygirl angel princess prince queen king sunshine sunny rainbow flower rose summer winter spring autumn monday
		friday january december monkey dragon tiger eagle lion bear horse panda cat dog puppy kitty pepper ginger cookie cheese
		orange banana apple cherry coffee chocolate sugar football soccer baseball basketball hockey golf tennis liverpool arsenal
		chelsea barcelona madrid manchester united yankees cowboys superman batman spiderman ironman starwars pokemon pikachu naruto
		doraemon minecraft michael michelle jessica jennifer jordan ashley amanda andrew anthony daniel david robert thomas william
		charlie george nicole matthew joshua samantha hannah hunter killer ranger shadow freedom computer internet samsung google
		facebook android iphone money casino lucky happy hello friend family mother father star super power magic ninja diamond
		silver gold blue red black white green korea seoul hanguk tkfkd tkfkdgo gksrnr dkssud dlfdl rkskek vietnam hanoi saigon
		matkhau anhyeuem emyeuanh yeuem conyeu thailand bangkok sawasdee china beijing woaini wodemima nihao japan tokyo sakura
		nihon arigato game gamer player winner jackpot poker bet lottery`)

	commonNumbers = strings.Fields(`
		1 2 3 4 5 6 7 8 9 0 00 01 07 10 11 12 13 21 22 23 24 33 44 55 66 69 77 88 99 000 001 007 100 101 111 123 222 234 321 333 444
		456 555 666 777 786 789 888 999 0000 0123 1004 1111 1122 1212 1234 1313 1357 2222 2580 3333 4321 4444 5555 6666 6969 7777
		8282 8888 9999 11111 12345 54321 55555 00000 000000 111111 112233 121212 123123 123321 123456 654321 666666 888888 1234567
		7654321 12345678 87654321 123456789 987654321 1234567890 0987654321 0123456789`)

	commonWalks = strings.Fields(`
		1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r! q1w2e3 q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc zaq12wsx
		zaq1xsw2 zaq1zaq1 1qaz1qaz qwe123qwe qwer1234qwer abc123abc 123qwe123 123qwe456 a1b2c3 a1b2c3d4 a1b2c3d4e5 1a2b3c 1a2b3c4d
		1a2s3d 1a2s3d4f a1s2d3 a1s2d3f4 1z2x3c 1z2x3c4v z1x2c3 z1x2c3v4 aa1122 aabb1122 abc123def456 a1a1a1 a1a1a1a1 q1q1q1 q1q1q1q1
		1a1a1a 1q1q1q 12qwaszx 12qw34er 12qwas 123qweasd 123qweasdzxc qweasd123 1234qwer! qwer1234! asdf1234! password1! p4ssw0rd
		pa55word pa55w0rd passw0rd! trustno1 ncc1701 r2d2c3po c3por2d2 rock4you l0veyou iloveyou! 4ever 2good4u blink182 mustang1
		area51 apollo13 matrix1 test123 test1234 test12345 pass123 pass1234 temp123 temp1234 demo1234 sample1 19841984 love4ever
		gfhjkm1 u2u2u2 k1k2k3 abcd1234! woaini1314 woaini520 a123123a 5201314a 520520a q123456q a123456a a12345a z123456z`)
)

// Common reports whether a password is one of those that are tried first.
func Common(password string) bool {
	s := strings.TrimRight(strings.ToLower(password), "!.?")
	if slices.Contains(commonWalks, password) || slices.Contains(commonWords, s) {
		return true
	}
	word := strings.TrimRight(s, "0123456789")
	if number := s[len(word):]; slices.Contains(commonWords, word) && (slices.Contains(commonNumbers, number) || year(number)) {
		return true
	}
	word = strings.TrimLeft(s, "0123456789")
	return slices.Contains(commonWords, word) && slices.Contains(commonNumbers, s[:len(s)-len(word)])
}

// year reports whether a number is a plausible year of birth.
func year(number string) bool {
	return len(number) == 4 && (number[:2] == "19" || number[:2] == "20")
}
