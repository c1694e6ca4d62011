package waterfall

import (
	"cmp"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
)

// The forms of a statement. Those of the first form were made before branches were counted as a whole; they keep their bytes and their rules.
const (
	FormatOwn    = 1 // the losing share of a partner is the sum of its own shares, and what is negative is carried over
	FormatBranch = 2 // a branch earns on what its play lost as a whole, and what a partner gets less than nothing it owes (D-30)
)

// Header begins a statement.
type Header struct {
	Format        int // FormatOwn or FormatBranch
	Site, Partner string
	No            int       // the partner's statements are counted
	Day           string    // yyyy-MM-dd, of the site's clock
	Since, Until  time.Time // of the day; Until is not included
	Currency      string
	Carry         bool              // a negative losing share is carried over (D-30)
	CarriedIn     Sum               // of the statement before, in LosingParts; in FormatBranch less than a minor unit, because branches carry the rest
	OwedIn        int64             // of the statement before, minor units; 0 or negative
	Before        [sha256.Size]byte // the hash of the statement before; zeros: this is the first
}

// Line is a bet of a statement, or the taking back of one: then its amounts are negative. Levels are the partners above the bettor, nearest
// first, up to the one whose statement it is.
type Line struct {
	ID, Round            int64
	Turn                 int // 0: the settlement; then its corrections
	Member               string
	Product              Product
	Folders              int
	Game                 string
	BetAt, SettledAt     time.Time
	Stake, Payout, Valid int64
	Why                  string // why not all of the stake counts
	Head                 string // the partner at the top
	Levels               []Level
	Above                string // the partner above the last one of Levels; empty: that is the head
}

// Bonus is a gift of the house that became cash.
type Bonus struct {
	Member  string
	Version int64 // of the member's ledger
	At      time.Time
	Amount  int64
	Head    string
	Levels  []Level
	Above   string // as that of Line
}

// Offset keeps corrections of bets away from a statement that has their lines: the bets stand in an earlier statement, which head office keeps.
type Offset struct {
	Day             string // of the kept statement
	No              int    // its number
	Kept            int64  // what is kept of it before, minor units
	Rolling, Losing int64  // minor units: what is kept of it less from now on; negative: more
	Above           string // the partner above, through which the branch that Losing belongs to passes; empty: the partner is a head
}

// Left returns what is kept from now on.
func (o Offset) Left() int64 { return o.Kept - o.Rolling - o.Losing }

// Part is the sum of a statement for a product and the partner at the top.
type Part struct {
	Product              Product
	Head                 string
	Bets                 int64 // those taken back count −1
	Stake, Payout, Valid int64
	Rolling, Losing      Sum
	Remainder            int64 // of the head: what rounding left over at the partners below
}

// Paid returns the rolling of a part in minor units.
func (p *Part) Paid() int64 {
	whole, _ := p.Rolling.Floor(RollingParts)
	return whole + p.Remainder
}

// Branch is the play below a partner that passes through one partner above it. The losing share of the whole branch is what its bets and gifts come to with what
// was carried in, when that is positive. All partners in the branch share it: each one gets its own less those of the branches directly below it.
type Branch struct {
	Partner, Above string // Above is empty for a head
	CarriedIn      Sum    // in LosingParts; 0 or negative
	Sum            Sum    // of the lines, in LosingParts
	Offset         int64  // of the partner's own offsets, minor units
	Below          int64  // of the offsets of the partners below; seen from the partner above, of the partner's own as well

	Share, CarriedOut Sum // as Close computed them

	listed bool
}

// due is what the branch comes to.
func (b *Branch) due() Sum {
	return b.CarriedIn.add(b.Sum).add(WholeLosing(b.Offset + b.Below))
}

type belowKey struct {
	product Product
	partner string
}

type partKey struct {
	product Product
	head    string
}

// Statement writes the statement of a partner line by line, and adds it up. It holds no line: a statement of a million lines takes a few
// hundred bytes.
type Statement struct {
	Header
	Lines   int64
	Bonuses int64 // their amounts
	Offset  int64 // the rolling of all offsets; their losing is in that of the statement
	Size    int64
	Repaid  int64 // of what is owed from the statement before, what was taken from the partner's PT since; 0 in FormatOwn

	offsets int

	own      map[string]*Branch // of FormatBranch: the partner's own branches, by the partner above
	children map[string]*Branch // and those directly below it, by their partners

	parts  map[partKey]*Part
	below  map[belowKey]*Sum // of the head: what the partners below it get of rolling
	losing Sum
	sum    hash.Hash
	buf    []byte
}

// Result is what a statement comes to.
type Result struct {
	Parts           []*Part
	Bets            int64
	Stake, Payout   int64
	Valid           int64
	Rolling, Losing int64 // minor units; Losing may be negative in FormatBranch
	CarriedOut      Sum
	OwedOut         int64
	Amount          int64 // to be paid
	Hash            [sha256.Size]byte
}

// NewStatement begins a statement. Each returned or hashed text is a line of the file, its line feed included.
func NewStatement(h Header) (*Statement, []byte) {
	s := &Statement{
		Header: h, parts: map[partKey]*Part{}, below: map[belowKey]*Sum{}, sum: sha256.New(), own: map[string]*Branch{}, children: map[string]*Branch{},
	}
	b := strconv.AppendInt(append(s.buf, `{"statement":`...), int64(h.Format), 10)
	b = text(append(b, `,"site":`...), h.Site)
	b = text(append(b, `,"partner":`...), h.Partner)
	b = strconv.AppendInt(append(b, `,"no":`...), int64(h.No), 10)
	b = text(append(b, `,"day":`...), h.Day)
	b = moment(append(b, `,"since":`...), h.Since)
	b = moment(append(b, `,"until":`...), h.Until)
	b = text(append(b, `,"currency":`...), h.Currency)
	b = strconv.AppendBool(append(b, `,"carry":`...), h.Carry)
	b = text(append(b, `,"carriedIn":`...), h.CarriedIn.String())
	b = strconv.AppendInt(append(b, `,"owedIn":`...), h.OwedIn, 10)
	b = text(append(b, `,"before":`...), hex.EncodeToString(h.Before[:]))
	return s, s.write(append(b, "}\n"...))
}

// write hashes a line.
func (s *Statement) write(line []byte) []byte {
	s.buf = line[:0]
	s.Size += int64(len(line))
	_, _ = s.sum.Write(line)
	return line
}

// Encoded is the part of a line that all statements have in common, and its levels, so that a line is encoded once for all partners.
type Encoded struct {
	front  []byte
	levels []byte
	ends   []int // of levels, after each level
}

// Encode encodes a line with all its levels into e.
func (e *Encoded) Encode(l *Line) {
	b := strconv.AppendInt(append(e.front[:0], `{"line":`...), l.ID, 10)
	b = strconv.AppendInt(append(b, `,"round":`...), l.Round, 10)
	b = strconv.AppendInt(append(b, `,"turn":`...), int64(l.Turn), 10)
	b = text(append(b, `,"member":`...), l.Member)
	b = text(append(b, `,"product":`...), l.Product.String())
	b = strconv.AppendInt(append(b, `,"folders":`...), int64(l.Folders), 10)
	b = text(append(b, `,"game":`...), l.Game)
	b = moment(append(b, `,"betAt":`...), l.BetAt)
	b = moment(append(b, `,"settledAt":`...), l.SettledAt)
	b = strconv.AppendInt(append(b, `,"stake":`...), l.Stake, 10)
	b = strconv.AppendInt(append(b, `,"payout":`...), l.Payout, 10)
	b = strconv.AppendInt(append(b, `,"valid":`...), l.Valid, 10)
	b = text(append(b, `,"why":`...), l.Why)
	b = text(append(b, `,"head":`...), l.Head)
	e.front = append(b, `,"levels":[`...)
	e.encodeLevels(l.Levels)
}

// EncodeBonus is Encode of a gift.
func (e *Encoded) EncodeBonus(g *Bonus) {
	b := strconv.AppendInt(append(e.front[:0], `{"bonus":`...), g.Amount, 10)
	b = text(append(b, `,"member":`...), g.Member)
	b = strconv.AppendInt(append(b, `,"version":`...), g.Version, 10)
	b = moment(append(b, `,"at":`...), g.At)
	b = text(append(b, `,"head":`...), g.Head)
	e.front = append(b, `,"levels":[`...)
	e.encodeLevels(g.Levels)
}

func (e *Encoded) encodeLevels(levels []Level) {
	e.levels, e.ends = e.levels[:0], e.ends[:0]
	for i, l := range levels {
		if i > 0 {
			e.levels = append(e.levels, ',')
		}
		b := text(append(e.levels, '['), l.MemID)
		b = strconv.AppendInt(append(b, ','), int64(l.Rolling), 10)
		b = strconv.AppendInt(append(b, ','), int64(l.Losing), 10)
		b = strconv.AppendInt(append(b, ','), l.Insured.From, 10)
		b = strconv.AppendInt(append(b, ','), int64(l.Insured.Part), 10)
		e.levels = append(b, ']')
		e.ends = append(e.ends, len(e.levels))
	}
}

// Add writes a line for the partner at a level, with its share, and returns it. shares are those of all levels up to it.
func (s *Statement) Add(l *Line, e *Encoded, level int, shares []Share) []byte {
	p := s.part(l.Product, l.Head)
	bets := int64(1)
	if l.Stake < 0 {
		bets = -1
	}
	p.Bets, p.Stake, p.Payout, p.Valid = p.Bets+bets, p.Stake+l.Stake, p.Payout+l.Payout, p.Valid+l.Valid
	s.Lines++
	s.earn(p, shares[level])
	if s.Partner == l.Head {
		for i, share := range shares[:level] {
			k := belowKey{l.Product, l.Levels[i].MemID}
			if s.below[k] == nil {
				s.below[k] = &Sum{}
			}
			s.below[k].Add(share.Rolling)
		}
	}
	above := s.countBranches(l.Levels, l.Above, level, shares)
	return s.end(e, level, shares[level], above)
}

// countBranches adds the share of the whole branch of the partner at a level, and that of the branch below it, and returns the partner above.
func (s *Statement) countBranches(levels []Level, above string, level int, shares []Share) string {
	if level < len(levels)-1 {
		above = levels[level+1].MemID
	}
	if s.Format == FormatOwn {
		return above
	}
	var sum Sum
	for _, share := range shares[:level] {
		sum.Add(share.Losing)
	}
	if level > 0 {
		s.Child(levels[level-1].MemID).Sum.Add(sum)
	}
	sum.Add(shares[level].Losing)
	s.Own(above).Sum.Add(sum)
	return above
}

// Own returns the partner's branch that passes through a partner above it; from then on the statement has it.
func (s *Statement) Own(above string) *Branch {
	b := s.own[above]
	if b == nil {
		b = &Branch{Partner: s.Partner, Above: above}
		s.own[above] = b
	}
	return b
}

// Child returns the branch of a partner directly below; from then on the statement has it.
func (s *Statement) Child(partner string) *Branch {
	b := s.children[partner]
	if b == nil {
		b = &Branch{Partner: partner, Above: s.Partner}
		s.children[partner] = b
	}
	return b
}

// Branches returns the branches of the statement in their order: the partner's own by the partner above, then those directly below by theirs.
func (s *Statement) Branches() []*Branch {
	list := make([]*Branch, 0, len(s.own)+len(s.children))
	for _, k := range slices.Sorted(maps.Keys(s.own)) {
		list = append(list, s.own[k])
	}
	for _, k := range slices.Sorted(maps.Keys(s.children)) {
		list = append(list, s.children[k])
	}
	return list
}

// writeBranch computes a branch and returns its line.
func (s *Statement) writeBranch(br *Branch) []byte {
	br.listed = true
	if due := br.due(); due.Sign() > 0 {
		br.Share = due
	} else if s.Carry {
		br.CarriedOut = due
	}
	b := text(append(s.buf, `{"branch":`...), br.Partner)
	b = text(append(b, `,"above":`...), br.Above)
	b = text(append(b, `,"carriedIn":`...), br.CarriedIn.String())
	b = text(append(b, `,"sum":`...), br.Sum.String())
	b = strconv.AppendInt(append(b, `,"below":`...), br.Below, 10)
	b = text(append(b, `,"share":`...), br.Share.String())
	b = text(append(b, `,"carriedOut":`...), br.CarriedOut.String())
	return s.write(append(b, "}\n"...))
}

// AddBonus is Add of a gift.
func (s *Statement) AddBonus(g *Bonus, e *Encoded, level int, shares []Share) []byte {
	s.Bonuses += g.Amount
	s.Lines++
	s.earn(s.part(Slot, g.Head), shares[level])
	above := s.countBranches(g.Levels, g.Above, level, shares)
	return s.end(e, level, shares[level], above)
}

// AddOffset writes an offset and returns its line. They stand behind all bets and gifts.
func (s *Statement) AddOffset(o Offset) []byte {
	s.Lines++
	s.offsets++
	s.Offset += o.Rolling
	s.losing.Add(WholeLosing(o.Losing))
	b := text(append(s.buf, `{"offset":`...), o.Day)
	b = strconv.AppendInt(append(b, `,"no":`...), int64(o.No), 10)
	if s.Format != FormatOwn {
		s.Own(o.Above).Offset += o.Losing
		b = text(append(b, `,"above":`...), o.Above)
	}
	b = strconv.AppendInt(append(b, `,"kept":`...), o.Kept, 10)
	b = strconv.AppendInt(append(b, `,"rolling":`...), o.Rolling, 10)
	b = strconv.AppendInt(append(b, `,"losing":`...), o.Losing, 10)
	b = strconv.AppendInt(append(b, `,"left":`...), o.Left(), 10)
	return s.write(append(b, "}\n"...))
}

func (s *Statement) earn(p *Part, own Share) {
	p.Rolling.Add(own.Rolling)
	p.Losing.Add(own.Losing)
	s.losing.Add(own.Losing)
}

func (s *Statement) end(e *Encoded, level int, own Share, above string) []byte {
	b := append(s.buf, e.front...)
	b = append(b, e.levels[:e.ends[level]]...)
	b = append(b, ']')
	if s.Format != FormatOwn {
		b = text(append(b, `,"above":`...), above)
	}
	b = append(b, `,"rolling":"`...)
	b = own.Rolling.Append(b)
	b = append(b, `","losing":"`...)
	b = own.Losing.Append(b)
	return s.write(append(b, "\"}\n"...))
}

func (s *Statement) part(product Product, head string) *Part {
	k := partKey{product, head}
	if s.parts[k] == nil {
		s.parts[k] = &Part{Product: product, Head: head}
	}
	return s.parts[k]
}

// remain gives the head what rounding leaves over: all partners together are paid the rolling of all levels, rounded down once.
func (s *Statement) remain() {
	total, paid := map[Product]*Sum{}, map[Product]int64{}
	for k, sum := range s.below {
		if total[k.product] == nil {
			own := s.part(k.product, s.Partner).Rolling
			total[k.product] = &own
		}
		total[k.product].Add(*sum)
		whole, _ := sum.Floor(RollingParts)
		paid[k.product] += whole
	}
	for product, sum := range total {
		p := s.part(product, s.Partner)
		all, _ := sum.Floor(RollingParts)
		own, _ := p.Rolling.Floor(RollingParts)
		p.Remainder = all - paid[product] - own
	}
}

// sortedParts returns the sums by product and head, in their order.
func (s *Statement) sortedParts() []*Part {
	return slices.SortedFunc(maps.Values(s.parts), func(a, b *Part) int {
		return cmp.Or(cmp.Compare(a.Product, b.Product), strings.Compare(a.Head, b.Head))
	})
}

// Close adds the statement up and returns its last lines: those of the branches, then the totals.
//
// In FormatBranch each branch carries over what is negative, when the site carries, and the partner's losing share is what its own branches come to less
// what those directly below it come to. It may be negative: then the partner owes it, because partners below it earned on play that the branch did not
// lose. In FormatOwn losing is paid when it is positive with what was carried in, and what is not paid is carried over. Fractions of a minor unit are carried
// over in both. When bets that were taken back, or a negative losing share, come to more than the rest, that is owed: the next statement is less for it.
func (s *Statement) Close() (r Result, last []byte) {
	if s.Format != FormatOwn {
		for _, br := range s.Branches() {
			last = append(last, s.writeBranch(br)...)
		}
	}
	r, total := s.total()
	return r, append(last, total...)
}

// losingShare returns the losing share in minor units, and what is carried over of it.
func (s *Statement) losingShare() (whole int64, rest Sum) {
	if s.Format == FormatOwn {
		due := s.losing.add(s.CarriedIn)
		switch {
		case due.Sign() > 0:
			n, rest := due.Floor(LosingParts)
			return n, mul(rest, 1)
		case s.Carry:
			return 0, due
		default:
			return 0, Sum{}
		}
	}
	due := s.CarriedIn
	for _, br := range s.own {
		due.Add(br.Share)
	}
	for _, br := range s.children {
		due.Add(br.Share.times(-1))
	}
	n, fraction := due.Floor(LosingParts)
	return n, mul(fraction, 1)
}

// total returns what the statement comes to, and the line of the totals.
func (s *Statement) total() (r Result, last []byte) {
	s.remain()
	r.Parts = s.sortedParts()
	b := append(s.buf, `{"total":{"lines":`...)
	b = strconv.AppendInt(b, s.Lines, 10)
	b = append(b, `,"parts":[`...)
	for i, p := range r.Parts {
		if i > 0 {
			b = append(b, ',')
		}
		b = text(append(b, `{"product":`...), p.Product.String())
		b = text(append(b, `,"head":`...), p.Head)
		b = strconv.AppendInt(append(b, `,"bets":`...), p.Bets, 10)
		b = strconv.AppendInt(append(b, `,"stake":`...), p.Stake, 10)
		b = strconv.AppendInt(append(b, `,"payout":`...), p.Payout, 10)
		b = strconv.AppendInt(append(b, `,"valid":`...), p.Valid, 10)
		b = text(append(b, `,"rolling":`...), p.Rolling.String())
		b = text(append(b, `,"losing":`...), p.Losing.String())
		b = strconv.AppendInt(append(b, `,"remainder":`...), p.Remainder, 10)
		b = append(strconv.AppendInt(append(b, `,"paid":`...), p.Paid(), 10), '}')
		r.Bets, r.Stake, r.Payout, r.Valid, r.Rolling = r.Bets+p.Bets, r.Stake+p.Stake, r.Payout+p.Payout, r.Valid+p.Valid, r.Rolling+p.Paid()
	}
	r.Losing, r.CarriedOut = s.losingShare()
	b = strconv.AppendInt(append(b, `],"bonus":`...), s.Bonuses, 10)
	b = strconv.AppendInt(append(b, `,"rolling":`...), r.Rolling, 10)
	b = strconv.AppendInt(append(b, `,"losing":`...), r.Losing, 10)
	if s.offsets > 0 { // statements of before there were offsets keep their bytes
		b = strconv.AppendInt(append(b, `,"offset":`...), s.Offset, 10)
	}
	if s.Format != FormatOwn {
		b = strconv.AppendInt(append(b, `,"repaid":`...), s.Repaid, 10)
	}
	b = text(append(b, `,"carriedOut":`...), r.CarriedOut.String())
	r.Amount = r.Rolling + r.Losing + s.OwedIn + s.Repaid + s.Offset
	if r.Amount < 0 {
		r.Amount, r.OwedOut = 0, r.Amount
	}
	b = strconv.AppendInt(append(b, `,"owedOut":`...), r.OwedOut, 10)
	b = strconv.AppendInt(append(b, `,"amount":`...), r.Amount, 10)
	last = s.write(append(b, "}}\n"...))
	s.sum.Sum(r.Hash[:0])
	return r, last
}

// signed is what the site's key signs.
func signed(hash [sha256.Size]byte) []byte {
	return append([]byte("hubstake commission statement 1\n"), hash[:]...)
}

// Sign signs the hash of a statement.
func Sign(key ed25519.PrivateKey, hash [sha256.Size]byte) []byte {
	return ed25519.Sign(key, signed(hash))
}

// Seal is the line behind a statement that proves who made it.
func Seal(hash [sha256.Size]byte, key, signature []byte) []byte {
	b := text([]byte(`{"seal":{"hash":`), hex.EncodeToString(hash[:]))
	b = text(append(b, `,"key":`...), hex.EncodeToString(key))
	b = text(append(b, `,"signature":`...), hex.EncodeToString(signature))
	return append(b, "}}\n"...)
}

// text appends a string, with everything but printable ASCII escaped: a file has one form.
func text(b []byte, s string) []byte {
	b = append(b, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', byte(c))
		case c >= ' ' && c <= '~':
			b = append(b, byte(c))
		default:
			for _, unit := range utf16.Encode([]rune{c}) {
				b = fmt.Appendf(b, `\u%04x`, unit)
			}
		}
	}
	return append(b, '"')
}

// moment appends a time in UTC, to the microsecond as PostgreSQL has it.
func moment(b []byte, t time.Time) []byte {
	b = append(b, '"')
	b = t.UTC().AppendFormat(b, "2006-01-02T15:04:05.000000Z")
	return append(b, '"')
}
