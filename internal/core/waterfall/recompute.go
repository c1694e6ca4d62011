package waterfall

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"time"
)

// lineMax is the longest line of a statement that is read, its line feed included; the last one names every product of every head.
const lineMax = 1 << 20

// Bounds that the twin of the page has as well, so that both read the same numbers and no sum leaves its type.
const (
	exactMax   = 1<<53 - 1                     // of any number: the greatest that JavaScript reads exactly
	volumeMax  = 1_000_000_000_000_000_000     // of all amounts of a statement together, without their signs
	carriedMax = "100000000000000000000000000" // of what is carried in: volumeMax in LosingParts
)

// Difference says where a statement is not what it says. Text that is no line of a statement is a difference as well; a file that ends too early
// differs at the line behind its last one.
type Difference struct {
	Line int64 // of the file, from 1
	Want string
	Got  string
}

// Error implements error.
func (d *Difference) Error() string {
	return fmt.Sprintf("line %d differs:\n  the file has %s\n  it should be %s", d.Line, d.Got, d.Want)
}

// Proof is a signed statement that was computed again and is equal.
type Proof struct {
	Header
	Result
	Repaid   int64     // of what was owed before, what was taken from the partner's PT since
	Branches []*Branch // none in FormatOwn
	Lines    int64
	Key      ed25519.PublicKey // of the seal: who made the statement
}

// readLine is any line of a statement.
type readLine struct {
	Statement *int    `json:"statement"`
	Site      string  `json:"site"`
	Partner   string  `json:"partner"`
	No        int     `json:"no"`
	Day       string  `json:"day"`
	Since     string  `json:"since"`
	Until     string  `json:"until"`
	Currency  string  `json:"currency"`
	Carry     bool    `json:"carry"`
	CarriedIn string  `json:"carriedIn"`
	OwedIn    int64   `json:"owedIn"`
	Before    string  `json:"before"`
	Line      *int64  `json:"line"`
	Round     int64   `json:"round"`
	Turn      int     `json:"turn"`
	Member    string  `json:"member"`
	Product   string  `json:"product"`
	Folders   int     `json:"folders"`
	Game      string  `json:"game"`
	BetAt     string  `json:"betAt"`
	SettledAt string  `json:"settledAt"`
	Stake     int64   `json:"stake"`
	Payout    int64   `json:"payout"`
	Valid     int64   `json:"valid"`
	Why       string  `json:"why"`
	Head      string  `json:"head"`
	Levels    []level `json:"levels"`
	Above     string  `json:"above"`
	Bonus     *int64  `json:"bonus"`
	Version   int64   `json:"version"`
	At        string  `json:"at"`
	Offset    *string `json:"offset"` // with No
	Kept      int64   `json:"kept"`
	Rolling   numbers `json:"rolling"`
	Losing    numbers `json:"losing"`
	Branch    *string `json:"branch"`
	Below     int64   `json:"below"`
	Total     *struct {
		Repaid int64 `json:"repaid"`
	} `json:"total"`
	Seal *struct {
		Hash      string `json:"hash"`
		Key       string `json:"key"`
		Signature string `json:"signature"`
	} `json:"seal"`
}

// numbers is an amount of an offset; sums of other lines are texts, which are computed and not read.
type numbers int64

// UnmarshalJSON reads a whole number.
func (n *numbers) UnmarshalJSON(b []byte) error {
	if bytes.HasPrefix(b, []byte(`"`)) {
		return nil
	}
	if err := json.Unmarshal(b, (*int64)(n)); err != nil {
		return fmt.Errorf("amount: %w", err)
	}
	return nil
}

type level Level

// UnmarshalJSON reads [memId, rolling, losing, insured from, insured part].
func (l *level) UnmarshalJSON(b []byte) error {
	var part []json.RawMessage
	if err := json.Unmarshal(b, &part); err != nil || len(part) != 5 {
		return errors.New("a level has five values")
	}
	for i, into := range []any{&l.MemID, &l.Rolling, &l.Losing, &l.Insured.From, &l.Insured.Part} {
		if err := json.Unmarshal(part[i], into); err != nil {
			return fmt.Errorf("level: %w", err)
		}
	}
	return nil
}

// Recompute reads a statement and computes each of its lines again from what it says of the bet and of the rates. It returns a *Difference
// for the first line that is not exactly what the rules say; any other error is one of reading. It proves that the statement is right in itself and,
// by the seal and the hash of the one before, that it is the one that the site signed.
func Recompute(file io.Reader) (*Proof, error) {
	rest := 0 // bytes behind the last line feed
	in := bufio.NewScanner(file)
	in.Buffer(make([]byte, 64<<10), lineMax)
	in.Split(func(data []byte, _ bool) (advance int, line []byte, err error) {
		if end := bytes.IndexByte(data, '\n'); end >= 0 {
			return end + 1, data[:end], nil
		}
		rest = len(data)
		return 0, nil, nil
	})
	r := recomputer{}
	for in.Scan() {
		r.no, r.got = r.no+1, in.Bytes()
		if err := r.take(); err != nil {
			return nil, err
		}
	}
	switch err := in.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, &Difference{Line: r.no + 1, Want: fmt.Sprintf("a line of at most %d bytes", lineMax)}
	case err != nil:
		return nil, fmt.Errorf("statement: %w", err)
	case rest > 0:
		return nil, &Difference{Line: r.no + 1, Want: "a line that ends with a line feed"}
	case r.proof == nil || r.proof.Key == nil:
		return nil, &Difference{Line: r.no + 1, Want: "a line with the totals, and a seal behind it"}
	}
	return r.proof, nil
}

type recomputer struct {
	no      int64
	got     []byte // the line
	s       *Statement
	encoded Encoded
	shares  []Share
	volume  int64   // all amounts so far, without their signs
	last    Offset  // the zero value: there was none yet
	branch  *Branch // the last one; nil: there was none yet
	proof   *Proof  // from the totals on; its key is that of the seal
}

// differs returns the Difference of the line that was read.
func (r *recomputer) differs(want string) error {
	return &Difference{Line: r.no, Want: want, Got: string(r.got)}
}

func (r *recomputer) take() error {
	var l readLine
	if err := json.Unmarshal(r.got, &l); err != nil {
		return r.differs("a line of a statement: " + err.Error())
	}
	switch {
	case r.s == nil:
		return r.begin(&l)
	case r.proof != nil && r.proof.Key != nil:
		return r.differs("the end of the file")
	case r.proof != nil:
		return r.seal(&l)
	case l.Line != nil:
		return r.line(&l)
	case l.Bonus != nil:
		return r.bonus(&l)
	case l.Offset != nil:
		return r.offset(&l)
	case l.Branch != nil && r.s.Format == FormatBranch:
		return r.takeBranch(&l)
	case l.Total != nil:
		return r.total(&l)
	default:
		return r.differs("a line of a statement")
	}
}

// same returns a Difference unless the line is the one that was computed.
func (r *recomputer) same(want []byte) error {
	if want = bytes.TrimSuffix(want, []byte("\n")); !bytes.Equal(want, r.got) {
		return r.differs(string(want))
	}
	return nil
}

// exact returns a Difference unless the twin of the page reads the numbers exactly.
func (r *recomputer) exact(list ...int64) error {
	for _, n := range list {
		if n > exactMax || n < -exactMax {
			return r.differs("numbers of at most 53 bits")
		}
	}
	return nil
}

// amounts returns a Difference when an amount is out of range, or all of them together are.
func (r *recomputer) amounts(list ...int64) error {
	if err := checkAmounts(list...); err != nil {
		return r.differs(err.Error())
	}
	for _, n := range list {
		r.volume += max(n, -n)
	}
	if r.volume > volumeMax {
		return r.differs(fmt.Sprintf("amounts that come to at most %d together", int64(volumeMax)))
	}
	return nil
}

func (r *recomputer) moment(text string) (time.Time, error) {
	t, err := time.Parse("2006-01-02T15:04:05.000000Z", text)
	if err != nil {
		return t, r.differs("moments in UTC, to the microsecond")
	}
	return t, nil
}

// isDay reports whether a text is a day as statements write it.
func isDay(text string) bool {
	t, err := time.Parse(time.DateOnly, text)
	return err == nil && t.Format(time.DateOnly) == text
}

func (r *recomputer) begin(l *readLine) error {
	if l.Statement == nil || (*l.Statement != FormatOwn && *l.Statement != FormatBranch) {
		return r.differs("a statement of the form 1 or 2")
	}
	h := Header{Format: *l.Statement, Site: l.Site, Partner: l.Partner, No: l.No, Day: l.Day, Currency: l.Currency, Carry: l.Carry, OwedIn: l.OwedIn}
	if err := r.exact(int64(h.No), h.OwedIn); err != nil {
		return err
	}
	if h.No < 1 || h.OwedIn > 0 || !isDay(h.Day) {
		return r.differs("a number from 1, a day, and what is owed: 0 or negative")
	}
	var err error
	if h.CarriedIn, err = r.carried(l.CarriedIn); err != nil {
		return err
	}
	if h.Format == FormatBranch && (h.CarriedIn.Sign() < 0 || h.CarriedIn.Int().Cmp(big.NewInt(LosingParts)) >= 0) {
		return r.differs("carriedIn: a fraction of a minor unit")
	}
	if h.Since, err = r.moment(l.Since); err != nil {
		return err
	}
	if h.Until, err = r.moment(l.Until); err != nil {
		return err
	}
	before, err := hex.DecodeString(l.Before)
	if err != nil || len(before) != sha256.Size {
		return r.differs("before: a hash of 64 hexadecimal digits")
	}
	copy(h.Before[:], before)
	var want []byte
	r.s, want = NewStatement(h)
	return r.same(want)
}

// carried reads what is carried in.
func (r *recomputer) carried(text string) (Sum, error) {
	in, ok := new(big.Int).SetString(text, 10)
	most, _ := new(big.Int).SetString(carriedMax, 10)
	if !ok || in.CmpAbs(most) > 0 {
		return Sum{}, r.differs("carriedIn: a whole number of at most " + carriedMax)
	}
	sum, err := SumOf(in)
	if err != nil {
		return sum, r.differs(err.Error())
	}
	return sum, nil
}

// levels reads the levels of a bet or of a gift, which stand before all offsets.
func (r *recomputer) levels(l *readLine) ([]Level, error) {
	if r.last.No > 0 || r.branch != nil {
		return nil, r.differs("no bet and no gift behind an offset or a branch")
	}
	if r.s.Format == FormatBranch && (l.Above == "") != (l.Head == r.s.Partner) {
		return nil, r.differs("a partner above, unless " + r.s.Partner + " is the head")
	}
	levels := make([]Level, len(l.Levels))
	var below Level
	for i, one := range l.Levels {
		own := Level(one)
		if own.Rolling < below.Rolling || own.Losing < below.Losing {
			return nil, r.differs("rates that do not fall towards the head")
		}
		if r.s.Format == FormatBranch && own.MemID == r.s.Partner && i < len(l.Levels)-1 {
			return nil, r.differs("each partner once")
		}
		if own.Rolling > Whole || own.Losing > Whole || own.Insured.Part < 0 || own.Insured.Part > Whole || own.Insured.From < 0 || own.Insured.From > exactMax {
			return nil, r.differs(fmt.Sprintf("rates and parts from 0 to %d basis points, and a standard amount that is not negative", Whole))
		}
		levels[i], below = own, own
	}
	if len(levels) == 0 || below.MemID != r.s.Partner {
		return nil, r.differs("levels up to " + r.s.Partner)
	}
	return levels, nil
}

func (r *recomputer) line(l *readLine) error {
	levels, err := r.levels(l)
	if err != nil {
		return err
	}
	line := Line{
		ID: *l.Line, Round: l.Round, Turn: l.Turn, Member: l.Member, Product: Product(slices.Index(Products[:], l.Product)), Folders: l.Folders, Game: l.Game,
		Stake: l.Stake, Payout: l.Payout, Valid: l.Valid, Why: l.Why, Head: l.Head, Levels: levels, Above: l.Above,
	}
	if line.Product < 0 {
		return r.differs("a product: " + strings.Join(Products[:], ", "))
	}
	if err := r.exact(line.ID, line.Round, int64(line.Turn), int64(line.Folders)); err != nil {
		return err
	}
	if line.BetAt, err = r.moment(l.BetAt); err != nil {
		return err
	}
	if line.SettledAt, err = r.moment(l.SettledAt); err != nil {
		return err
	}
	if err := r.amounts(line.Stake, line.Payout, line.Valid); err != nil {
		return err
	}
	if r.shares, err = r.insured(levels, l); err != nil {
		return r.differs(err.Error())
	}
	r.encoded.Encode(&line)
	return r.same(r.s.Add(&line, &r.encoded, len(levels)-1, r.shares))
}

// insured computes the shares of a line. Whether the partner has one above it to whom an insured part passes follows from the head.
func (r *recomputer) insured(levels []Level, l *readLine) ([]Share, error) {
	if l.Head == r.s.Partner {
		return Shares(r.shares[:0], levels, l.Stake, l.Payout, l.Valid)
	}
	shares, err := Shares(r.shares[:0], append(slices.Clone(levels), Level{MemID: l.Head}), l.Stake, l.Payout, l.Valid)
	return shares[:min(len(shares), len(levels))], err
}

func (r *recomputer) bonus(l *readLine) error {
	levels, err := r.levels(l)
	if err != nil {
		return err
	}
	g := Bonus{Member: l.Member, Version: l.Version, Amount: *l.Bonus, Head: l.Head, Levels: levels, Above: l.Above}
	if err := r.exact(g.Version); err != nil {
		return err
	}
	if g.At, err = r.moment(l.At); err != nil {
		return err
	}
	if err := r.amounts(g.Amount); err != nil {
		return err
	}
	if r.shares, err = BonusShares(r.shares[:0], levels, g.Amount); err != nil {
		return r.differs(err.Error())
	}
	r.encoded.EncodeBonus(&g)
	return r.same(r.s.AddBonus(&g, &r.encoded, len(levels)-1, r.shares))
}

// offset computes what is left of a kept statement. It checks that this is an earlier one of the partner, by its number and by its day; that offsets
// stand in the order of days, one for each kept statement; and that what was kept less what is taken of it is left, and is not negative. It does not
// check that so much was kept, nor that the corrections come to what is taken: the kept statement and some of the corrections are in earlier files.
func (r *recomputer) offset(l *readLine) error {
	o := Offset{Day: *l.Offset, No: l.No, Kept: l.Kept, Rolling: int64(l.Rolling), Losing: int64(l.Losing), Above: l.Above}
	if err := r.amounts(o.Kept, o.Rolling, o.Losing); err != nil {
		return err
	}
	switch {
	case !isDay(o.Day), o.Day >= r.s.Day, o.No < 1, o.No >= r.s.No:
		return r.differs("the day and the number of an earlier statement")
	case o.Day <= r.last.Day, o.No <= r.last.No:
		return r.differs("offsets in the order of days, one for each kept statement")
	case r.branch != nil:
		return r.differs("no offset behind a branch")
	case o.Kept < 0, o.Left() < 0:
		return r.differs("an amount that is kept, and no more taken of it")
	}
	r.last = o
	return r.same(r.s.AddOffset(o))
}

// takeBranch computes what a branch comes to. It checks that the branches stand in their order. It takes as the file says the amount that was carried in, which an earlier
// statement of the partner carries out of the branch, and the offsets of partners below, which are in their statements.
func (r *recomputer) takeBranch(l *readLine) error {
	b, err := r.findBranch(l)
	if err != nil {
		return err
	}
	if b.CarriedIn, err = r.carried(l.CarriedIn); err != nil {
		return err
	}
	if b.CarriedIn.Sign() > 0 {
		return r.differs("carriedIn: 0 or negative")
	}
	if err := r.amounts(l.Below); err != nil {
		return err
	}
	b.Below, r.branch = l.Below, b
	return r.same(r.s.writeBranch(b))
}

// findBranch returns the branch of a line: the partner's own ones stand before those below it.
func (r *recomputer) findBranch(l *readLine) (*Branch, error) {
	own := *l.Branch == r.s.Partner
	if !own && l.Above != r.s.Partner {
		return nil, r.differs("a branch of " + r.s.Partner + " or of a partner directly below")
	}
	if last := r.branch; last != nil {
		lastOwn := last.Partner == r.s.Partner
		if own && (!lastOwn || l.Above <= last.Above) || !own && !lastOwn && *l.Branch <= last.Partner {
			return nil, r.differs("branches in their order, each once")
		}
	}
	if own {
		return r.s.Own(l.Above), nil
	}
	return r.s.Child(*l.Branch), nil
}

func (r *recomputer) total(l *readLine) error {
	for _, b := range r.s.Branches() {
		if r.s.Format == FormatBranch && !b.listed {
			return r.differs("the branch of " + b.Partner + " below " + b.Above)
		}
	}
	if r.s.Format == FormatBranch {
		r.s.Repaid = l.Total.Repaid
		if r.s.Repaid < 0 || r.s.Repaid > -r.s.OwedIn {
			return r.differs("repaid: from 0 to what is owed")
		}
	}
	lines := r.s.Lines
	result, want := r.s.total()
	if err := r.same(want); err != nil {
		return err
	}
	r.proof = &Proof{Header: r.s.Header, Result: result, Branches: r.s.Branches(), Repaid: r.s.Repaid, Lines: lines}
	return nil
}

func (r *recomputer) seal(l *readLine) error {
	if l.Seal == nil {
		return r.differs("a seal")
	}
	key, err := hex.DecodeString(l.Seal.Key)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return r.differs("a key of 64 hexadecimal digits")
	}
	signature, err := hex.DecodeString(l.Seal.Signature)
	if err != nil {
		return r.differs("a signature of 128 hexadecimal digits")
	}
	if err := r.same(Seal(r.proof.Hash, key, signature)); err != nil {
		return err
	}
	if !ed25519.Verify(key, signed(r.proof.Hash), signature) {
		return r.differs("a signature of the key " + l.Seal.Key)
	}
	r.proof.Key = key
	return nil
}
