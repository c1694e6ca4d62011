package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/live"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

func newSeeder(t *testing.T) (seeder, *token.Verifier) {
	t.Helper()
	s := seeder{db: pgtest.DB(t), rdb: rdstest.Client(t), clk: clock.System{}, secret: factory.Key()}
	var verifier *token.Verifier
	s.keys, verifier = factory.Keys(t, s.clk)
	s.members = member.New(s.db, s.clk, site.New(s.db, s.clk), s.keys)
	s.vault = factory.StaffKeys(t).Vault
	return s, verifier
}

// rows counts what the seed writes, table by table.
func rows(t *testing.T, db *pgxpool.Pool) map[string]int {
	t.Helper()
	out := map[string]int{}
	for _, table := range []string{
		"site_site", "member_member", "member_staff", "wallet_ledger", "board_post", "cash_account", "game_product", "game_game", "provider_provider",
		"content_banner", "content_popup", "content_code", "promo_setting", "promo_coupon", "promo_gift",
	} {
		var n int
		require.NoError(t, db.QueryRow(t.Context(), "SELECT count(*) FROM "+table).Scan(&n))
		require.Positive(t, n, table)
		out[table] = n
	}
	return out
}

func TestTheDemoSiteIsMadeOnceAndItsPeopleGetIn(t *testing.T) {
	t.Parallel()
	s, _ := newSeeder(t)
	var first, second bytes.Buffer
	require.NoError(t, s.demo(t.Context(), []byte(`{"withdrawMin":20000}`), &first))
	was := rows(t, s.db)
	require.NoError(t, s.demo(t.Context(), []byte(`{}`), &second))
	require.Equal(t, was, rows(t, s.db))
	require.Equal(t, first.String(), second.String())
	st, err := site.New(s.db, s.clk).Get(t.Context(), demoSite)
	require.NoError(t, err)
	require.EqualValues(t, 20_000, st.Options.WithdrawMin, "a site that is there keeps its options")

	var a accounts
	require.NoError(t, json.Unmarshal(first.Bytes(), &a))
	for memID, pass := range map[string]string{a.Member.MemID: a.Member.MemPass, a.Partner.MemID: a.Partner.MemPass, a.Canary.MemID: a.Canary.MemPass} {
		_, err := s.members.Login(t.Context(), credential.Credentials{Site: a.Site, MemID: memID, Password: credential.Secret(pass)})
		require.NoError(t, err, memID)
	}
	require.NoError(t, s.members.VerifyPIN(t.Context(), a.Member.MemID, credential.Secret(a.Member.CashPin)))
	code, err := totp.GenerateCode(a.Admin.TOTPSecret, s.clk.Now())
	require.NoError(t, err)
	_, _, err = s.backOffice().Login(t.Context(), credential.Credentials{
		Site: a.Site, MemID: a.Admin.MemID, Password: credential.Secret(a.Admin.MemPass), OTP: credential.Secret(code),
	})
	require.NoError(t, err)
	code, err = totp.GenerateCode(a.Partner.TOTPSecret, s.clk.Now())
	require.NoError(t, err)
	_, partner, err := s.agents().Login(t.Context(), credential.Credentials{
		Site: a.Site, MemID: a.Partner.MemID, Password: credential.Secret(a.Partner.MemPass), OTP: credential.Secret(code),
	})
	require.NoError(t, err)
	require.Equal(t, 1, partner.Level)
	found, err := wallet.Check(t.Context(), s.db)
	require.NoError(t, err)
	require.Empty(t, found)

	other := s
	other.secret[0]++
	require.NotEqual(t, s.accounts(), other.accounts(), "another instance has other credentials")
}

// A code that became too old while the password was hashed is no wrong one.
func TestAnEnrolmentTriesTheCodeOfTheNextHalfMinute(t *testing.T) {
	t.Parallel()
	clk := clock.NewManual(time.Date(2026, 9, 10, 3, 0, 29, 0, time.UTC))
	s, tried := seeder{clk: clk, secret: factory.Key()}, map[credential.Secret]bool{}
	secret := s.totpSecret("test")
	require.NoError(t, s.withCode(secret, func(code credential.Secret) error {
		if tried[code] = true; len(tried) == 1 {
			clk.Advance(time.Second)
			return fault.WrongPassword
		}
		return nil
	}))
	require.Len(t, tried, 2)
	require.ErrorIs(t, s.withCode(secret, func(credential.Secret) error { return fault.WrongPassword }), fault.WrongPassword, "in the same half minute it is wrong")
}

func TestTheCrowdGetsASessionEach(t *testing.T) {
	t.Parallel()
	s, verifier := newSeeder(t)
	require.NoError(t, s.demo(t.Context(), []byte(`{}`), &bytes.Buffer{}))
	const n = batch + 50
	file := filepath.Join(t.TempDir(), "members.tsv")
	require.NoError(t, s.crowd(t.Context(), n, file))
	first := lines(t, file)
	was := rows(t, s.db)
	require.NoError(t, s.crowd(t.Context(), n, file))
	again := lines(t, file)
	require.Equal(t, was, rows(t, s.db), "members of an earlier run are used again")

	require.Len(t, again, n)
	for i, l := range again {
		require.Len(t, l, 5)
		memID, text, topic, hubKey, shard := l[0], l[1], l[2], l[3], l[4]
		require.Equal(t, first[i][0], memID)
		require.Equal(t, id.Shard(memID), shard)
		c, err := verifier.Verify(text, token.Member)
		require.NoError(t, err)
		require.Equal(t, []string{memID, demoSite, topic}, []string{c.MemID, c.Site, c.Topic})

		x, ok, err := live.GetSession(t.Context(), s.rdb, memID, c.SID) // what the hub asks when this token connects
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, []any{live.SessionLive, topic, c.Gen}, []any{x.State, x.Topic, x.Gen})
		key, err := s.keys.Sealer.Open(c.SID, x.Key)
		require.NoError(t, err)
		require.Equal(t, hubKey, base64.RawURLEncoding.EncodeToString(key))
		cash, err := s.rdb.HGet(t.Context(), live.BalanceKey(memID), "cash").Result()
		require.NoError(t, err)
		require.Equal(t, "1000000000", cash)

		old, err := verifier.Verify(first[i][1], token.Member)
		require.NoError(t, err)
		ended, ok, err := s.members.Session(t.Context(), old.SID)
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, member.Ended, ended.State)
	}
}

func lines(t *testing.T, file string) (out [][]string) {
	t.Helper()
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	for l := range strings.Lines(string(b)) {
		out = append(out, strings.Split(strings.TrimSuffix(l, "\n"), "\t"))
	}
	return out
}

// Pictures that are named are there, and each text is in all six languages.
func TestWhatTheDemoSiteHangsUpIsWhole(t *testing.T) {
	t.Parallel()
	var all scheduledContent
	require.NoError(t, json.Unmarshal(scheduledContentJSON, &all))
	pictures := map[string]int{}
	for _, b := range all.Banners {
		pictures[b.Image] = len(b.Titles)
	}
	for _, p := range all.Popups {
		pictures[p.Image] = len(p.Texts)
	}
	for picture, languages := range pictures {
		require.FileExists(t, filepath.Join("..", "..", "web", "public", picture))
		require.Equal(t, 6, languages, picture)
	}
}

// A reader of any language gets the same sections, and no text names an option that the site does not have.
func TestDocumentsAreCompleteInEveryLanguage(t *testing.T) {
	t.Parallel()
	var all []document
	require.NoError(t, json.Unmarshal(documents, &all))
	var (
		options = site.Defaults()
		figures = options.Figures()
		named   = regexp.MustCompile(`\{\{(.+?)\}\}`)
		marks   = regexp.MustCompile(`<(?:h2|h3|li|tr|a href="[^"]+")>|\{\{.+?\}\}`)
	)
	for _, d := range all {
		texts, err := d.clean()
		require.NoError(t, err)
		require.Len(t, texts, len(options.Languages), d.Kind)
		count := func(text string) map[string]int {
			out := map[string]int{}
			for _, m := range marks.FindAllString(text, -1) {
				out[m]++
			}
			return out
		}
		for lang, text := range d.Texts {
			require.True(t, options.Speaks(lang), lang)
			require.Equal(t, count(d.Texts["en"][1]), count(text[1]), "%s in %s", d.Kind, lang)
			for _, name := range named.FindAllStringSubmatch(text[1], -1) {
				_, amount := figures.Amounts[name[1]]
				_, word := figures.Words[name[1]]
				require.True(t, amount || word, "%s in %s: %s", d.Kind, lang, name[1])
			}
		}
	}
}

// A number in a seeded text stays there when staff changes the option that it means, so that the site promises what it does not keep. Documents name figures of options
// as {{name}}; a number of their own is one that no option changes, or of an example. The other texts have none.
func TestNoSeededTextNamesAFigureOfAnOption(t *testing.T) {
	t.Parallel()
	var (
		numbers = regexp.MustCompile(`\d+(?:[.,:]\d+)*`)
		names   = regexp.MustCompile(`\{\{.+?\}\}|<[^>]+>|1:1|[Cc]omet Rush[^<]*|×`) // figures of options, tags
		digits  = strings.NewReplacer(",", "", ".", "")
		none    = []string{}
	)
	headings := func(from int, to int, more ...string) []string {
		for n := from; n <= to; n++ {
			more = append(more, strconv.Itoa(n))
		}
		return more
	}
	allowed := map[content.DocumentKind][]string{
		content.Terms:      headings(1, 11, "19"),
		content.Privacy:    {"180"},
		content.Cookies:    none,
		content.HowToGuide: headings(1, 9, "19", "30"), // minutes for which an account to pay into is shown
		content.BettingGuide: headings(1, 8,
			"185", "10000", "18500", "8500", "150", "050", "200", "085", "118", "100", "250", "160", "210", "6216", "62160", "3885", "38850", // examples
			"130", "48", "10"), // least odds of the turnover (D-20), hours of a postponement (D-24), seconds and minutes of the draws
		content.GameGuide:  headings(1, 9, "96", "100"),
		content.HouseRules: headings(1, 14, "100", "24", "30", "19"), // levels; periods of limits
	}
	var named []string
	check := func(where, text string, allowed []string) {
		for _, n := range numbers.FindAllString(names.ReplaceAllString(text, " "), -1) {
			if !slices.Contains(allowed, digits.Replace(n)) {
				named = append(named, where+": "+n)
			}
		}
	}
	var docs []document
	require.NoError(t, json.Unmarshal(documents, &docs))
	for _, d := range docs {
		for lang, text := range d.Texts {
			check(string(d.Kind)+" "+lang, text[0]+" "+text[1], allowed[d.Kind])
		}
	}
	var announced []post
	require.NoError(t, json.Unmarshal(posts, &announced))
	for n, p := range announced {
		for lang, text := range p.Texts {
			check(fmt.Sprint("post ", n, " ", lang), text[0]+" "+text[1], []string{"1", "19", "30", "4", "16"}) // what people count, minutes of an account
		}
	}
	var scheduled scheduledContent
	require.NoError(t, json.Unmarshal(scheduledContentJSON, &scheduled))
	for _, b := range scheduled.Banners {
		for lang, title := range b.Titles {
			check("banner "+lang, title, []string{"20", "3"}) // of the games' own rules
		}
	}
	for _, p := range scheduled.Popups {
		for lang, text := range p.Texts {
			check("popup "+lang, text[0]+" "+text[1], []string{"2"}) // minutes that a signup takes
		}
	}
	require.Empty(t, named)
}
