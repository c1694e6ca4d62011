package casino

import (
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/provider"
)

// roomSlots is how many slots a day's room has (casino_rooms). Each batch takes one of them, so that batches of one provider seldom wait for each other.
const roomSlots = 8

const roomsSQL = `SELECT site, vendor, currency, day, room, most, whole FROM casino_rooms($1, $2, $3, $4, $5, $6, $7, $8, $9)`

// readRooms locks what the providers of the batch's wins and rollbacks may still pay more than was staked. A stake counts once a win has settled its bet:
// from then on the bet is not rolled back without room for it, so that no stake makes room twice.
func (b *batch) readRooms(q *pgx.Batch) {
	type group struct{ member, vendor, currency string }
	needs := map[group]int64{}
	b.jobs(func(j *job) {
		if j.op.Kind == provider.Bet || j.pays || Own(j.vendor) {
			return
		}
		k := group{j.member, j.vendor, j.op.Currency}
		need := int64(j.amount)
		if j.op.Kind == provider.Rollback { // of what amount is not known yet: all slots
			need = int64(money.Max)
		}
		needs[k] = min(needs[k]+need, int64(money.Max))
	})
	if len(needs) == 0 {
		return
	}
	members, vendors, currencies := make([]string, 0, len(needs)), make([]string, 0, len(needs)), make([]string, 0, len(needs))
	sums := make([]int64, 0, len(needs))
	for k, need := range needs {
		members, vendors, currencies, sums = append(members, k.member), append(vendors, k.vendor), append(currencies, k.currency), append(sums, need)
	}
	def := site.Defaults()
	q.Queue(roomsSQL, members, vendors, currencies, sums, b.slot, roomSlots, int64(def.ProviderDayMax), int64(def.NewProviderDayMax), b.now).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var k dayKey
			r := &dayRoom{}
			if err := rows.Scan(&k.site, &k.vendor, &k.currency, &r.day, &r.room, &r.most, &r.all); err != nil {
				return fmt.Errorf("rooms: %w", err)
			}
			r.left = r.room
			b.rooms[k] = r
		}
		return rows.Err()
	})
}

func (b *batch) roomOf(j *job) *dayRoom {
	_, site, _ := b.book.State(j.member, j.op.Currency)
	return b.rooms[dayKey{site, j.vendor, j.op.Currency}]
}

// fits reports whether the provider of an operation may pay so much more than is staked.
func (b *batch) fits(j *job, amount money.Amount) bool {
	r := b.roomOf(j)
	return Own(j.vendor) || amount <= 0 || r != nil && amount <= r.left
}

// spend takes room; a negative amount gives it back. The site's own providers have no limit here.
func (b *batch) spend(j *job, amount money.Amount) {
	if r := b.roomOf(j); r != nil {
		r.left -= amount
	}
}

// writeRooms queues what the batch took of the rooms.
func (b *batch) writeRooms(q *pgx.Batch) {
	for k, r := range b.rooms {
		if r.left == r.room && !r.all {
			continue
		}
		room, most := int64(r.left-r.room), (*int64)(nil)
		if r.all {
			all := int64(r.most)
			room, most = int64(r.left), &all
		}
		q.Queue(spendSQL, k.site, k.vendor, k.currency, r.day, b.slot, roomSlots, room, most)
	}
}
