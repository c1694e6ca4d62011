package betgate

import (
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/operator/site"
)

// Question names what is asked about. A game that is empty is that of the launch token.
type Question struct{ Member, Provider, Token, Game, Currency string }

// Limits are the answer to a question.
type Limits struct {
	Refusal  Refusal
	MaxStake money.Amount
	MaxWin   money.Amount
	Upline   string // the partners above the member, who are told of a bet
}

// Batch asks for the bets of one transaction. It belongs to one goroutine.
type Batch struct {
	now       time.Time
	questions map[Question]Limits
	usage     map[wallet]*usage
}

type wallet struct{ member, currency string }

// usage is what a batch adds to a member's own limits in one currency (protection_flow), and what they leave.
type usage struct {
	wagered, lost       money.Amount
	watched             bool          // what moves is noted; protection_note asks again
	wagerRoom, lossRoom *money.Amount // before the batch; nil: no limit
}

// NewBatch returns a batch that asks about a moment.
func NewBatch(now time.Time) *Batch {
	return &Batch{now: now, questions: map[Question]Limits{}, usage: map[wallet]*usage{}}
}

// Clone returns a copy on which bets can be tried.
func (b *Batch) Clone() *Batch {
	c := &Batch{now: b.now, questions: b.questions, usage: make(map[wallet]*usage, len(b.usage))}
	for k, u := range b.usage {
		v := *u
		c.usage[k] = &v
	}
	return c
}

// Want adds a question. All are added before Read.
func (b *Batch) Want(q Question) { b.questions[q] = Limits{Refusal: NoMember} }

const askSQL = `
SELECT member, vendor, token, game, currency, path, refusal, max_stake, max_win, watched, wager_room, loss_room
  FROM betgate_ask_all($1, $2, $3, $4, $5, $6, $7, $8)`

// Read queues the questions, behind the locks of the wallets.
func (b *Batch) Read(q *pgx.Batch) {
	n := len(b.questions)
	if n == 0 {
		return
	}
	members, providers, tokens := make([]string, 0, n), make([]string, 0, n), make([]string, 0, n)
	games, currencies := make([]string, 0, n), make([]string, 0, n)
	for k := range b.questions {
		members, providers, tokens = append(members, k.Member), append(providers, k.Provider), append(tokens, k.Token)
		games, currencies = append(games, k.Game), append(currencies, k.Currency)
	}
	def := site.Defaults()
	q.Queue(askSQL, members, providers, tokens, games, currencies, int64(def.MaxStake), int64(def.MaxWin), b.now).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var k Question
			var l Limits
			var u usage
			if err := rows.Scan(&k.Member, &k.Provider, &k.Token, &k.Game, &k.Currency, &l.Upline, &l.Refusal, &l.MaxStake, &l.MaxWin,
				&u.watched, &u.wagerRoom, &u.lossRoom); err != nil {
				return fmt.Errorf("bet gate: %w", err)
			}
			b.questions[k], b.usage[wallet{k.Member, k.Currency}] = l, &u
		}
		return rows.Err()
	})
}

// Limits returns the answer to a question. Of a member or provider that does not exist it is NoMember.
func (b *Batch) Limits(q Question) Limits { return b.questions[q] }

// Leaves reports whether the member's own limits leave room for a stake, after what the batch moved. A stake of 0 takes none.
func (b *Batch) Leaves(member, currency string, stake money.Amount) bool {
	u := b.used(member, currency)
	within := func(room *money.Amount, used money.Amount) bool { return room == nil || stake <= *room-used }
	return stake == 0 || within(u.wagerRoom, u.wagered) && within(u.lossRoom, u.lost)
}

// Note adds what a move staked and lost for the member; negative amounts take back.
func (b *Batch) Note(member, currency string, wagered, lost money.Amount) {
	u := b.used(member, currency)
	u.wagered, u.lost = u.wagered+wagered, u.lost+lost
}

// used returns the usage of a wallet. Of a member about whom nothing was asked it is noted, and protection_note finds out whether
// the member has limits.
func (b *Batch) used(member, currency string) *usage {
	k := wallet{member, currency}
	u := b.usage[k]
	if u == nil {
		u = &usage{watched: true}
		b.usage[k] = u
	}
	return u
}

// Write queues what the batch moved, for the members' own limits.
func (b *Batch) Write(q *pgx.Batch) {
	var members, currencies []string
	var wagered, lost []int64
	for k, u := range b.usage {
		if u.watched && (u.wagered != 0 || u.lost != 0) {
			members, currencies = append(members, k.member), append(currencies, k.currency)
			wagered, lost = append(wagered, int64(u.wagered)), append(lost, int64(u.lost))
		}
	}
	if len(members) > 0 {
		q.Queue(`SELECT protection_note($1, $2, $3, $4, $5)`, members, currencies, wagered, lost, b.now)
	}
}
