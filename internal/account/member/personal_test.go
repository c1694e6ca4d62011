package member_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/config"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// boxed returns the service with other keys of personal data.
func (w *world) boxed(t *testing.T, k personal.Keys) (*member.Service, *personal.Box) {
	t.Helper()
	box, err := personal.New(k)
	require.NoError(t, err)
	keys, _ := factory.Keys(t, w.clk)
	keys.Personal = box
	return member.New(w.db, w.clk, site.New(w.db, w.clk), keys), box
}

func (w *world) profile(t *testing.T, s *member.Service, memID string) member.Profile {
	t.Helper()
	p, err := s.Profile(t.Context(), w.db, memID)
	require.NoError(t, err)
	return p
}

func silent(int) {}

// A value that is copied from one row or column to another cannot be read there.
func TestACopiedValueDoesNotOpen(t *testing.T) { // S-98
	t.Parallel()
	w := newWorld(t, nil)
	a, b := factory.Member(t, w.db), factory.Member(t, w.db)
	require.Equal(t, a.Phone, w.profile(t, w.s, a.MemID).Phone)
	w.exec(t, "UPDATE member_member SET phone_sealed = (SELECT phone_sealed FROM member_member WHERE member_id = $1) WHERE member_id = $2", a.MemID, b.MemID)
	_, err := w.s.Profile(t.Context(), w.db, b.MemID)
	require.ErrorContains(t, err, "sealed for another owner")
	w.exec(t, "UPDATE member_member SET name_sealed = holder_sealed WHERE member_id = $1", a.MemID)
	_, err = w.s.Profile(t.Context(), w.db, a.MemID)
	require.ErrorContains(t, err, "sealed for another owner")
}

// Two people sign up at once with one phone, on connections of their own: the blind index lets one in.
func TestOfTwoAtOnceWithOnePhoneOneSignsUp(t *testing.T) { // U007
	t.Parallel()
	for name, second := range map[string]personal.Keys{
		"one index key": factory.PersonalKeys(),
		"nodes before and after a step": {
			Seal: factory.PersonalKeys().Seal, Index: config.Key{5}, IndexAccepted: []config.Key{factory.PersonalKeys().Index},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, nil)
			first := factory.PersonalKeys()
			if second.Index != first.Index {
				first.IndexAccepted = []config.Key{second.Index}
			}
			a, _ := w.boxed(t, first)
			b, _ := w.boxed(t, second)
			partner := factory.Partner(t, w.db).MemID
			var wait sync.WaitGroup
			errs := make([]error, 8)
			for i := range errs {
				wait.Go(func() {
					f := form(partner)
					f.MemID, f.Nick, f.Number = fmt.Sprintf("newkim%d", i), fmt.Sprintf("Tiger%d", i), fmt.Sprintf("11023456789%d", i)
					_, errs[i] = []*member.Service{a, b}[i%2].SignUp(t.Context(), "demo", f, origin)
				})
			}
			wait.Wait()
			in := 0
			for _, err := range errs {
				if err == nil {
					in++
					continue
				}
				require.ErrorIs(t, err, fault.DuplicatePhone)
			}
			require.Equal(t, 1, in)
			f := form(partner)
			f.MemID, f.Nick, f.Phone, f.Number = "newkim9", "Tiger9", "010-8765-4321", "220234567890"
			_, err := b.SignUp(t.Context(), "demo", f, origin)
			require.NoError(t, err)
			f.MemID, f.Nick, f.Phone = "newkim8", "Tiger8", "010-8765-4322"
			_, err = a.SignUp(t.Context(), "demo", f, origin)
			require.ErrorIs(t, err, fault.DuplicateAccount)
		})
	}
}

// Rows of before are plain until the command has moved them; both forms are read, found and unique meanwhile.
func TestRowsOfBeforeAreSealed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	factory.Plain(t, w.db)
	ctx, boss := t.Context(), audit.Actor{ID: "boss1"}
	partner := factory.Partner(t, w.db)
	old := factory.Member(t, w.db, func(m *factory.M) {
		m.Name, m.Holder, m.Phone, m.Number = "Park Jisoo", "Park Jisoo", "+821055556666", "987654321098"
	})
	require.Equal(t, old.Phone, one[string](t, w, "SELECT phone FROM member_member WHERE member_id = $1", old.MemID), "the release before reads it")
	require.NoError(t, w.s.AddBlock(ctx, member.BlockAct{Actor: boss, Site: "demo", Kind: member.BlockPhone, Value: "010-7777-8888", Reason: "fraud"}))
	require.NoError(t, personal.Begin(ctx, w.db, w.clk.Now()))

	f := form(partner.MemID)
	f.Phone = "010-5555-6666"
	_, err := w.s.SignUp(ctx, "demo", f, origin)
	require.ErrorIs(t, err, fault.DuplicatePhone, "of a plain row")
	f.Phone, f.Number = "010-1234-5678", old.Number
	_, err = w.s.SignUp(ctx, "demo", f, origin)
	require.ErrorIs(t, err, fault.DuplicateAccount)
	f.Number, f.Phone = "110234567890", "010-7777-8888"
	_, err = w.s.SignUp(ctx, "demo", f, origin)
	require.ErrorIs(t, err, fault.BlockedPhone)
	f.Phone = "010-1234-5678"
	_, err = w.s.SignUp(ctx, "demo", f, origin)
	require.NoError(t, err)
	find := func(text string) (ids []string) {
		found, _, err := w.s.Search(ctx, member.Search{Site: "demo", Text: text, Count: 10})
		require.NoError(t, err)
		for _, m := range found {
			ids = append(ids, m.MemID)
		}
		return ids
	}
	require.Equal(t, []string{old.MemID}, find("5555"), "plain: by a part")
	require.Equal(t, []string{"newkim1"}, find("5678"), "sealed: by the last four")

	moved, err := member.MovePersonal(ctx, w.db, factory.Box(), silent)
	require.NoError(t, err)
	require.Equal(t, 3, moved, "two members and a block")
	require.Empty(t, one[string](t, w, "SELECT phone || name || account_no || account_holder FROM member_member WHERE member_id = $1", old.MemID))
	p := w.profile(t, w.s, old.MemID)
	require.Equal(t, []string{old.Phone, old.Name, old.Number, old.Holder}, []string{p.Phone, p.Name, p.Number, p.Holder})
	for _, text := range []string{"park JISOO", "+821055556666", "010-5555-6666", "9876-5432-1098", "6666", "1098"} {
		require.Equal(t, []string{old.MemID}, find(text), text)
	}
	for _, text := range []string{"Jisoo", "5555", "98765432109", "6667"} {
		require.Empty(t, find(text), text)
	}
	require.Equal(t, []string{old.MemID}, find(strings.ToUpper(old.MemID[2:7])), "a part of the memId")
	blocks, _, err := w.s.Blocks(ctx, member.BlockSearch{Site: "demo", Text: "010-7777-8888", Count: 10})
	require.NoError(t, err)
	require.Len(t, blocks, 1)
	require.Equal(t, "+821077778888", blocks[0].Value)
	none, _, err := w.s.Blocks(ctx, member.BlockSearch{Site: "demo", Text: "8888", Count: 10})
	require.NoError(t, err)
	require.Empty(t, none)
	require.NoError(t, w.s.AddBlock(ctx, member.BlockAct{Actor: boss, Site: "demo", Kind: member.BlockPhone, Value: "01077778888", Reason: "again"}))
	require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM member_block"), "one block of a phone")

	moved, err = member.MovePersonal(ctx, w.db, factory.Box(), silent)
	require.NoError(t, err)
	require.Zero(t, moved)
	uses, err := member.PersonalUses(ctx, w.db)
	require.NoError(t, err)
	require.NotEmpty(t, uses)
	for _, u := range uses {
		require.NotEqual(t, personal.Plain, u.Key, u.Kind)
	}
}

// Keys are changed beside people who sign up and log in; the command is broken off and goes on, and the old keys may go after it.
func TestPersonalDataAreSealedAgainWhilePeopleSignUp(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	w := newWorld(t, nil)
	partner := factory.Partner(t, w.db)
	phones := map[string]string{}
	for range personal.Window + 20 {
		m := factory.Member(t, w.db)
		phones[m.MemID] = m.Phone
	}
	require.NoError(t, w.s.AddBlock(ctx, member.BlockAct{Actor: audit.Actor{ID: "boss1"}, Site: "demo", Kind: member.BlockAccount, Value: "5554443332", Reason: "fraud"}))
	before := factory.PersonalKeys()
	next := personal.Keys{Seal: config.Key{7}, SealAccepted: []config.Key{before.Seal}, Index: config.Key{8}, IndexAccepted: []config.Key{before.Index}}
	before.SealAccepted, before.IndexAccepted = []config.Key{next.Seal}, []config.Key{next.Index}
	a, _ := w.boxed(t, before)
	b, box := w.boxed(t, next)

	broken, cancel := context.WithCancel(ctx)
	first, err := member.MovePersonal(broken, w.db, box, func(int) { cancel() })
	require.ErrorIs(t, err, context.Canceled)
	require.Positive(t, first)
	require.Less(t, first, len(phones))
	for id, phone := range phones {
		require.Equal(t, phone, w.profile(t, a, id).Phone, "a node of before")
		require.Equal(t, phone, w.profile(t, b, id).Phone, "a node of after")
	}

	var wait sync.WaitGroup
	for i, s := range []*member.Service{a, b, a, b} {
		wait.Go(func() {
			f := form(partner.MemID)
			f.MemID, f.Nick = fmt.Sprintf("newkim%d", i), fmt.Sprintf("Tiger%d", i)
			f.Phone, f.Number = fmt.Sprintf("010-1111-000%d", i), fmt.Sprintf("11023456780%d", i)
			_, err := s.SignUp(ctx, "demo", f, origin)
			if err != nil {
				t.Errorf("sign up: %v", err)
			}
		})
	}
	rest, err := member.MovePersonal(ctx, w.db, box, silent)
	require.NoError(t, err)
	require.Positive(t, rest)
	wait.Wait()
	_, err = member.MovePersonal(ctx, w.db, box, silent) // those who signed up on a node of before, behind the last pass
	require.NoError(t, err)

	alone, _ := w.boxed(t, personal.Keys{Seal: next.Seal, Index: next.Index})
	for id, phone := range phones {
		require.Equal(t, phone, w.profile(t, alone, id).Phone, "without the keys of before")
	}
	f := form(partner.MemID)
	f.MemID, f.Nick, f.Phone = "newkim9", "Tiger9", "010-1111-0000"
	_, err = alone.SignUp(ctx, "demo", f, origin)
	require.ErrorIs(t, err, fault.DuplicatePhone)
	f.Phone, f.Number = "010-2222-0000", "555-444-3332"
	_, err = alone.SignUp(ctx, "demo", f, origin)
	require.ErrorIs(t, err, fault.BlockedAccount)
	gone, _ := w.boxed(t, factory.PersonalKeys())
	_, err = gone.Profile(ctx, w.db, partner.MemID)
	require.ErrorContains(t, err, "sealed under a key that is not in the settings")
}

// A value that is written while the command has the row in its hands stays.
func TestARotationOverwritesNothingNewer(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	before := factory.PersonalKeys()
	_, box := w.boxed(t, personal.Keys{Seal: config.Key{7}, SealAccepted: []config.Key{before.Seal}, Index: before.Index})
	newer, err := factory.Box().Seal(personal.MemberPhone, m.MemID, "+821099990000")
	require.NoError(t, err)
	tx, err := w.db.Begin(ctx)
	require.NoError(t, err)
	_, err = tx.Exec(ctx, "UPDATE member_member SET phone_sealed = $2 WHERE member_id = $1", m.MemID, newer)
	require.NoError(t, err)
	moved := make(chan int, 1)
	go func() {
		n, err := member.MovePersonal(ctx, w.db, box, silent)
		if err != nil {
			t.Errorf("move: %v", err)
		}
		moved <- n
	}()
	w.waiting(t)
	require.NoError(t, tx.Commit(ctx))
	require.Equal(t, 1, <-moved, "by the second pass")
	alone, _ := w.boxed(t, personal.Keys{Seal: config.Key{7}, Index: before.Index})
	require.Equal(t, "+821099990000", w.profile(t, alone, m.MemID).Phone)
}

// waiting blocks until a statement waits for a row.
func (w *world) waiting(t *testing.T) {
	t.Helper()
	testkit.Eventually(t, func() bool {
		return one[int](t, w, "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()") > 0
	})
}

// Staff's search for a phone, an account or a name reads the index of the finders, not the members.
func TestTheSearchForSealedDataReadsTheirIndex(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	w.exec(t, `INSERT INTO member_member (member_id, site_id, nick, nick_key, name, phone, bank_name, account_no, account_holder, pass_hash, pin_hash,
		       phone_index, account_index, finders)
		SELECT 'x' || lpad(n::text, 7, '0'), 'demo', 'x' || n, 'x' || n, '', '', '', '', '', '', '', decode(md5('p' || n), 'hex'), decode(md5('a' || n), 'hex'),
		       ARRAY[decode(md5('p' || n), 'hex'), decode(md5('a' || n), 'hex')] FROM generate_series(1, 5000) n`)
	w.exec(t, "ANALYZE member_member")
	rows, err := w.db.Query(t.Context(), "EXPLAIN "+member.FoundSQL, "demo", factory.Box().Indexes(personal.Phone, m.Phone), 10)
	require.NoError(t, err)
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	plan := strings.Join(lines, "\n")
	require.Contains(t, plan, "member_member_finders")
	require.NotContains(t, plan, "Seq Scan")
	found, total, err := w.s.Search(t.Context(), member.Search{Site: "demo", Text: m.Phone, Count: 10})
	require.NoError(t, err)
	require.EqualValues(t, 1, total)
	require.Equal(t, m.MemID, found[0].MemID)
}
