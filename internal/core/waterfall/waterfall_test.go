package waterfall

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSumsAreThoseOfBigNumbers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Int64().Draw(t, "a"), rapid.Int64Range(-1e12, 1e12).Draw(t, "b")
		c, n := rapid.Int64().Draw(t, "c"), rapid.Int64Range(-20_000, 20_000).Draw(t, "n")
		got := mul(a, b).add(mul(c, 1)).times(n)
		want := new(big.Int).Mul(big.NewInt(a), big.NewInt(b))
		want.Add(want, big.NewInt(c)).Mul(want, big.NewInt(n))
		require.Equal(t, want.String(), got.String())
		require.Equal(t, want.Sign(), got.Sign())
		back, err := SumOf(want)
		require.NoError(t, err)
		require.Equal(t, got, back)
		if q := new(big.Int).Div(want, big.NewInt(LosingParts)); q.IsInt64() {
			whole, rest := got.Floor(LosingParts)
			require.Equal(t, q.Int64(), whole)
			require.GreaterOrEqual(t, rest, int64(0))
		}
	})
}

// levels draws partners whose rates do not fall towards the head.
func levels(t *rapid.T, insured bool) []Level {
	out := make([]Level, rapid.IntRange(1, 6).Draw(t, "levels"))
	var rolling, losing int32
	for i := range out {
		rolling = rapid.Int32Range(rolling, 300).Draw(t, "rolling")
		losing = rapid.Int32Range(losing, Whole).Draw(t, "losing")
		out[i] = Level{MemID: fmt.Sprint("p", i), Rolling: rolling, Losing: losing}
		if insured && rapid.Bool().Draw(t, "insures") {
			out[i].Insured = Insurance{From: rapid.Int64Range(0, 1000).Draw(t, "from"), Part: rapid.Int32Range(0, Whole).Draw(t, "part")}
		}
	}
	return out
}

// D-30: what all levels get of a bet is the stake times the rate of the head, whatever the levels below have; of what the house kept likewise. An
// insurance moves shares between the levels and changes no sum.
func TestAllLevelsTogetherGetTheRateOfTheHead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ls := levels(t, true)
		stake, payout := rapid.Int64Range(1, 1e12).Draw(t, "stake"), rapid.Int64Range(0, 1e12).Draw(t, "payout")
		valid := rapid.Int64Range(0, stake).Draw(t, "valid")
		shares, err := Shares(nil, ls, stake, payout, valid)
		require.NoError(t, err)
		var rolling, losing Sum
		for _, s := range shares {
			rolling.Add(s.Rolling)
			losing.Add(s.Losing)
		}
		head := ls[len(ls)-1]
		require.Equal(t, mul(valid, int64(head.Rolling)), rolling)
		require.Equal(t, mul(stake-payout, Whole).add(mul(valid, -int64(head.Rolling))).times(int64(head.Losing)), losing)

		back, err := Shares(nil, ls, -stake, -payout, -valid)
		require.NoError(t, err)
		for i := range shares {
			require.Zero(t, back[i].Rolling.add(shares[i].Rolling))
			require.Zero(t, back[i].Losing.add(shares[i].Losing), "a bet that is taken back takes back what was paid for it")
		}
	})
}

// D-52: of a bet of 300 with a standard amount of 100 and half of what is above it, 100 are insured; the lower partner would have 40 % of the loss.
func TestTheInsuredPartIsCarriedByTheParent(t *testing.T) {
	t.Parallel()
	ls := []Level{{MemID: "low", Losing: 4000, Insured: Insurance{From: 100, Part: 5000}}, {MemID: "high", Losing: 5000}}
	shares, err := Shares(nil, ls, 300, 0, 300)
	require.NoError(t, err)
	require.Equal(t, []string{"8000000000", "7000000000"}, []string{shares[0].Losing.String(), shares[1].Losing.String()})
	shares, err = Shares(nil, ls, 300, 900, 300) // the member won 600: the lower level pays two thirds of its part
	require.NoError(t, err)
	require.Equal(t, []string{"-16000000000", "-14000000000"}, []string{shares[0].Losing.String(), shares[1].Losing.String()})
	shares, err = Shares(nil, ls[:1], 300, 0, 300)
	require.NoError(t, err)
	require.Equal(t, "12000000000", shares[0].Losing.String(), "the head has none above it who would carry it")
}

func TestAmountsOutOfRangeAreRefused(t *testing.T) {
	t.Parallel()
	_, err := Shares(nil, []Level{{}}, amountMax+1, 0, 0)
	require.ErrorIs(t, err, errAmount)
	_, err = BonusShares(nil, []Level{{}}, -amountMax-1)
	require.ErrorIs(t, err, errAmount)
}

func TestRatesAreCheckedAgainstTheParent(t *testing.T) {
	t.Parallel()
	var own, above Rates
	own[SlotLosing], above[SlotLosing] = 100, 99
	require.ErrorIs(t, own.Within(above), ErrAbove)
	above[SlotLosing] = 100
	require.NoError(t, own.Within(above))
	own[SportsRollingMore] = Whole + 1
	require.ErrorIs(t, own.Check(), ErrRange)
	_, err := RatesOf(make([]int32, Count-1))
	require.Error(t, err)
}

// file writes the statements of all partners of a random day and returns that of one of them, sealed.
func file(t *rapid.T, key ed25519.PrivateKey) (text []byte, partner string) {
	at := time.Date(2026, 11, 26, 15, 0, 0, 123000, time.UTC)
	chains := [][]Level{levels(t, true), levels(t, true)}
	who := rapid.IntRange(0, len(chains[0])-1).Draw(t, "who")
	partner = chains[0][who].MemID
	var out bytes.Buffer
	h := Header{
		Format: rapid.IntRange(FormatOwn, FormatBranch).Draw(t, "format"), Site: "demo", Partner: partner, No: 2, Day: "2026-11-26", Since: at, Until: at.Add(24 * time.Hour), Currency: "KRW", Carry: rapid.Bool().Draw(t, "carry"),
		OwedIn: rapid.Int64Range(-1e9, 0).Draw(t, "owed"), CarriedIn: mul(rapid.Int64Range(-1e15, 1e6).Draw(t, "carried"), 1),
	}
	if h.Format == FormatBranch {
		h.CarriedIn = mul(rapid.Int64Range(0, LosingParts-1).Draw(t, "fraction"), 1)
	}
	s, head := NewStatement(h)
	out.Write(head)
	var e Encoded
	for i := range rapid.IntRange(0, 20).Draw(t, "lines") {
		ls := chains[0] // one tree has one head
		l := Line{
			ID: int64(i), Round: int64(100 + i), Member: "m1", Product: Product(rapid.IntRange(0, 3).Draw(t, "product")), Folders: 1, Game: "g\"é", BetAt: at, SettledAt: at.Add(time.Second),
			Stake: rapid.Int64Range(1, 1e9).Draw(t, "stake"), Payout: rapid.Int64Range(0, 1e9).Draw(t, "payout"), Head: ls[len(ls)-1].MemID, Levels: ls,
		}
		l.Valid = rapid.Int64Range(0, l.Stake).Draw(t, "valid")
		shares, err := Shares(nil, ls, l.Stake, l.Payout, l.Valid)
		require.NoError(t, err)
		e.Encode(&l)
		out.Write(s.Add(&l, &e, who, shares))
	}
	g := Bonus{Member: "m1", Version: 7, At: at, Amount: 5000, Head: chains[0][len(chains[0])-1].MemID, Levels: chains[0]}
	for i := range g.Levels {
		g.Levels[i].Rolling = chains[0][i].Rolling
	}
	shares, err := BonusShares(nil, g.Levels, g.Amount)
	require.NoError(t, err)
	e.EncodeBonus(&g)
	out.Write(s.AddBonus(&g, &e, who, shares))
	if rapid.Bool().Draw(t, "offset") {
		o := Offset{Day: "2026-11-25", No: 1, Kept: rapid.Int64Range(0, 1e9).Draw(t, "kept"), Losing: rapid.Int64Range(-1e9, 0).Draw(t, "offset losing")}
		o.Rolling = rapid.Int64Range(-1e9, o.Kept-o.Losing).Draw(t, "offset rolling")
		if h.Format == FormatBranch {
			o.Above = rapid.SampledFrom([]string{"", "p9", "pa"}).Draw(t, "above")
		}
		out.Write(s.AddOffset(o))
	}
	for _, b := range s.Branches() {
		b.CarriedIn, b.Below = mul(rapid.Int64Range(-1e15, 0).Draw(t, "branch"), 1), rapid.Int64Range(-1e6, 1e6).Draw(t, "below")
	}
	if h.Format == FormatBranch {
		s.Repaid = rapid.Int64Range(0, -h.OwedIn).Draw(t, "repaid")
	}
	result, last := s.Close()
	out.Write(last)
	out.Write(Seal(result.Hash, key.Public().(ed25519.PublicKey), Sign(key, result.Hash)))
	return out.Bytes(), partner
}

func TestAStatementIsComputedAgainToTheByte(t *testing.T) {
	t.Parallel()
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	rapid.Check(t, func(t *rapid.T) {
		text, partner := file(t, key)
		proof, err := Recompute(bytes.NewReader(text))
		require.NoError(t, err)
		require.Equal(t, partner, proof.Partner)
		require.Equal(t, key.Public(), proof.Key)

		// Any digit that is another one is found.
		at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		if text[at] < '0' || text[at] > '9' {
			return
		}
		text[at] = '0' + (text[at]-'0'+1)%10
		_, err = Recompute(bytes.NewReader(text))
		var d *Difference
		require.ErrorAs(t, err, &d)
	})
}

// crafted is a file that one could make up: a golden statement with edits. The twin of the page reads the same table (recompute.test.ts).
type crafted struct {
	Name string
	File string // of testdata; empty: plow1.jsonl
	Text *string
	Edit []struct {
		Find, Replace string // the first place
		Times         int    // Replace is written so many times; 0: once
	}
	Line int64 // where it differs; 0: it is equal
}

func (c *crafted) read(t *testing.T) string {
	t.Helper()
	if c.Text != nil {
		return *c.Text
	}
	golden, err := os.ReadFile(filepath.Join("testdata", cmp.Or(c.File, "plow1.jsonl")))
	require.NoError(t, err)
	text := string(golden)
	for _, e := range c.Edit {
		require.Contains(t, text, e.Find)
		text = strings.Replace(text, e.Find, strings.Repeat(e.Replace, max(e.Times, 1)), 1)
	}
	return text
}

func TestCraftedFilesDifferWhereTheTwinSaysToo(t *testing.T) {
	t.Parallel()
	var list []crafted
	text, err := os.ReadFile(filepath.Join("testdata", "crafted.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &list))
	require.NotEmpty(t, list)
	for _, c := range list {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			_, err := Recompute(strings.NewReader(c.read(t)))
			if c.Line == 0 {
				require.NoError(t, err)
				return
			}
			var d *Difference
			require.ErrorAs(t, err, &d)
			require.Equal(t, c.Line, d.Line, "%v", d)
		})
	}
}

// A file that cannot be read to its end says nothing about the statement.
func TestAFileThatCannotBeReadIsNoDifference(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	_, err := Recompute(io.MultiReader(strings.NewReader("{"), iotest.ErrReader(broken)))
	require.ErrorIs(t, err, broken)
}

var update = flag.Bool("update", false, "write the golden files")

// The golden statements are read by the twin of the page as well (web/src/features/partner-settlement). They are of a head and of the partner below it, on a day with an
// insured bet, one that was taken back, gifts and sums whose rounding leaves something over. The lower one has an offset as well.
func TestGoldenStatements(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 9, 7, 3, 0, 0, 0, time.UTC)
	low := Level{MemID: "plow1", Rolling: 33, Losing: 1000, Insured: Insurance{From: 5000, Part: 5000}}
	ls := []Level{{MemID: "pstore", Rolling: 11, Losing: 500}, low, {MemID: "phead", Rolling: 77, Losing: 3333}}
	for level, partner := range map[int]string{1: "plow1", 2: "phead"} {
		var out bytes.Buffer
		s, line := NewStatement(Header{
			Format: FormatOwn, Site: "demo", Partner: partner, No: 2, Day: "2026-09-07", Since: at, Until: at.Add(24 * time.Hour), Currency: "KRW", Carry: true, CarriedIn: mul(-123_456_789, 1), OwedIn: -5,
			Before: [32]byte{1, 2, 3},
		})
		out.Write(line)
		var e Encoded
		for i, b := range [][4]int64{{10_007, 0, 10_007, 0}, {10_007, 3, 10_007, 1}, {3_331, 9_999, 3_331, 2}, {-10_007, 0, -10_007, 0}, {777, 777, 0, 3}, {999, 0, 999, 3}} {
			l := Line{
				ID: int64(10 + i), Round: int64(100 + i), Member: "mem01", Product: Product(b[3]), Folders: 1, Game: "g\"é😀", BetAt: at, SettledAt: at.Add(time.Microsecond),
				Stake: b[0], Payout: b[1], Valid: b[2], Head: "phead", Levels: ls,
			}
			if l.Product == Sports {
				l.Levels = []Level{{MemID: "pstore", Rolling: 11}, {MemID: "plow1", Rolling: 33}, {MemID: "phead", Rolling: 77}}
			}
			shares, err := Shares(nil, l.Levels, l.Stake, l.Payout, l.Valid)
			require.NoError(t, err)
			e.Encode(&l)
			out.Write(s.Add(&l, &e, level, shares))
		}
		g := Bonus{Member: "mem01", Version: 7, At: at, Amount: 101, Head: "phead", Levels: []Level{{MemID: "pstore", Losing: 500}, {MemID: "plow1", Losing: 1000}, {MemID: "phead", Losing: 3333}}}
		shares, err := BonusShares(nil, g.Levels, g.Amount)
		require.NoError(t, err)
		e.EncodeBonus(&g)
		out.Write(s.AddBonus(&g, &e, level, shares))
		if partner == "plow1" {
			out.Write(s.AddOffset(Offset{Day: "2026-09-04", No: 1, Kept: 900, Rolling: 250, Losing: -30}))
		}
		compareGolden(t, partner, s, &out)
	}
}

// The outermost statement has amounts, rates and what is carried in at their bounds, names whose order differs in UTF-16, and two offsets.
func TestTheOutermostStatementIsGolden(t *testing.T) {
	t.Parallel()
	const partner, most = "phead", int64(amountMax)
	carried, _ := new(big.Int).SetString("-"+carriedMax, 10)
	in, err := SumOf(carried)
	require.NoError(t, err)
	var out bytes.Buffer
	s, line := NewStatement(Header{
		Format: FormatOwn, Site: "demo", Partner: partner, No: exactMax, Day: "9999-12-31", Since: time.Date(0, 2, 29, 0, 0, 0, 0, time.UTC), Until: time.Date(9999, 12, 31, 23, 59, 59, 999_999_000, time.UTC),
		Currency: "KRW", Carry: true, CarriedIn: in, OwedIn: -exactMax, Before: [32]byte{255},
	})
	out.Write(line)
	ls := []Level{{MemID: "plow1", Losing: 1, Insured: Insurance{Part: Whole}}, {MemID: partner, Rolling: Whole, Losing: Whole, Insured: Insurance{From: 7, Part: 3333}}}
	var e Encoded
	for i, head := range []string{"\U0001f600", "\uff50", partner, "\u007f"} {
		for j, b := range [][3]int64{{most, 0, most}, {most, -most, -most}, {-most, most, 0}, {0, most, most}} {
			l := Line{ID: exactMax, Round: -exactMax, Turn: j, Product: Product(i / 3), Folders: 100, Head: head, Levels: ls, Stake: b[0], Payout: b[1], Valid: b[2]}
			above := append(slices.Clone(ls), Level{MemID: head})
			if head == partner {
				above = ls
			}
			shares, err := Shares(nil, above, l.Stake, l.Payout, l.Valid)
			require.NoError(t, err)
			e.Encode(&l)
			out.Write(s.Add(&l, &e, 1, shares))
		}
	}
	for _, amount := range []int64{most, -most} {
		g := Bonus{Version: exactMax, Amount: amount, Head: "\uff50", Levels: ls}
		shares, err := BonusShares(nil, g.Levels, g.Amount)
		require.NoError(t, err)
		e.EncodeBonus(&g)
		out.Write(s.AddBonus(&g, &e, 1, shares))
	}
	out.Write(s.AddOffset(Offset{Day: "0000-02-29", No: 1, Kept: most, Rolling: -most, Losing: -most}))
	out.Write(s.AddOffset(Offset{Day: "9999-12-30", No: exactMax - 1, Kept: 0, Rolling: most, Losing: -most}))
	compareGolden(t, "outermost", s, &out)
}

// D-30: a partner whose left side lost 1,000 and whose right side won 1,200 owes what the left one gets. Its statement proves that, with a branch that carries in, an offset and a part of its
// debt that was taken from its PT.
func TestTheStatementOfAPartnerWhoOwesIsGolden(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 9, 7, 3, 0, 0, 0, time.UTC)
	var out bytes.Buffer
	s, line := NewStatement(Header{
		Format: FormatBranch, Site: "demo", Partner: "pmid01", No: 3, Day: "2026-09-07", Since: at, Until: at.Add(24 * time.Hour), Currency: "KRW", Carry: true, CarriedIn: mul(99, 1), OwedIn: -500,
	})
	out.Write(line)
	var e Encoded
	for i, b := range []struct {
		below         string
		stake, payout int64
	}{{"pleft1", 1000, 0}, {"prght1", 1000, 2200}, {"", 100, 33}} {
		l := Line{
			ID: int64(i), Round: int64(10 + i), Member: "mem01", Product: Minigame, Folders: 1, Game: "g", BetAt: at, SettledAt: at, Stake: b.stake, Payout: b.payout, Valid: b.stake, Head: "phead",
			Levels: []Level{{MemID: "pmid01", Losing: 5001, Rolling: 10}, {MemID: "phead", Losing: 6000, Rolling: 20}},
		}
		if b.below != "" {
			l.Levels = append([]Level{{MemID: b.below, Losing: 5001, Rolling: 10}}, l.Levels...)
		}
		shares, err := Shares(nil, l.Levels, l.Stake, l.Payout, l.Valid)
		require.NoError(t, err)
		e.Encode(&l)
		out.Write(s.Add(&l, &e, len(l.Levels)-2, shares))
	}
	out.Write(s.AddOffset(Offset{Day: "2026-09-05", No: 1, Kept: 30, Rolling: 4, Losing: 6, Above: "phead"}))
	s.Child("pleft1").CarriedIn = mul(-7_000_000_000, 1)
	s.Own("phead").CarriedIn = mul(-1, 1)
	s.Own("phead").Below = 12
	s.Repaid = 200
	compareGolden(t, "debtor", s, &out)
}

// compareGolden ends a statement and compares it with its golden file.
func compareGolden(t *testing.T, name string, s *Statement, out *bytes.Buffer) {
	t.Helper()
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	r, last := s.Close()
	out.Write(last)
	out.Write(Seal(r.Hash, key.Public().(ed25519.PublicKey), Sign(key, r.Hash)))
	name = filepath.Join("testdata", name+".jsonl")
	if *update {
		require.NoError(t, os.WriteFile(name, out.Bytes(), 0o600))
	}
	golden, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(golden), out.String())
	proof, err := Recompute(bytes.NewReader(golden))
	require.NoError(t, err)
	require.Equal(t, key.Public(), proof.Key)
}
