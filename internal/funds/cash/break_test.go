package cash_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/account/protection"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/cash"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// excluded excludes a member for five years.
func (s stage) excluded(m customer) {
	s.Helper()
	s.exec(`UPDATE member_member SET status = 'excluded', excluded_until = $2 WHERE member_id = $1`, m.id, s.clk.Now().AddDate(5, 0, 0))
}

// agreed asks for a withdrawal and agrees to lose bonus money.
func (s stage) agreed(m customer, amount, forfeit money.Amount) (cash.Request, error) {
	return s.desk.Withdraw(s.Context(), cash.WithdrawalInput{Requester: m.requester(), Amount: money.In(amount), PIN: factory.PIN, Forfeit: forfeit})
}

// outlook is what the member is told before a withdrawal.
func (s stage) outlook(m customer) cash.Outlook {
	s.Helper()
	o, err := s.desk.Turnover(s.Context(), "demo", m.id)
	require.NoError(s, err)
	return o
}

// bonusOf gives each first deposit of the day a bonus of half of it, to be played ten times.
func (s stage) bonusOf(unit wallet.Unit) {
	s.Helper()
	sites := site.New(s.db, s.clk)
	b := promo.Bonus{Active: true, Unit: unit, Rates: make([]int64, promo.Levels), Cap: 100_000, Turnover: 100_000}
	for i := range b.Rates {
		b.Rates[i] = 5_000
	}
	require.NoError(s, promo.New(s.db, s.clk, sites, factory.Members(s, s.db, s.clk), s.msgs).SaveBonus(s.Context(), staff, "demo", promo.RuleFirst, promo.Form{}, b))
}

// row is a withdrawal as staff sees it.
func (s stage) row(r cash.Request) report.CashRequest {
	s.Helper()
	found, _, err := report.New(s.db, s.clk, site.New(s.db, s.clk), factory.Box()).CashRequests(s.Context(), "demo",
		report.CashQuery{Kinds: []string{"out"}, Statuses: []int16{0}, Slice: paging.Slice{Count: 10}})
	require.NoError(s, err)
	for _, row := range found {
		if row.ID == r.ID {
			return row
		}
	}
	s.Fatalf("request %d is not in the queue", r.ID)
	return report.CashRequest{}
}

// S-42: betting is closed to an excluded member, so the turnover can never be reached; the balance is paid all the same.
func TestAnExcludedMemberIsPaidWithoutTurnover(t *testing.T) {
	s := open(t)
	m := s.member(0)
	s.deposited(m, 100_000)
	_, err := s.withdraw(m, 100_000)
	s.refused("C015", err)
	require.False(t, s.outlook(m).InBreak)
	s.excluded(m)
	require.Equal(t, cash.Forfeit{}.Sum(), s.outlook(m).Forfeit.Sum(), "own deposits are never lost")
	require.True(t, s.outlook(m).InBreak)
	r := s.must(s.withdraw(m, 100_000))
	row := s.row(r)
	require.True(t, row.InBreak)
	require.Equal(t, []money.Amount{100_000, 0, 0}, []money.Amount{row.TurnoverOpen, row.Forfeited, row.ForfeitedPoints})
	require.NoError(t, s.approve(r))
	s.balanced()
	s.booksHold()
}

// S-32: the bonus whose terms are open goes back when the member asks for a withdrawal in a break and agrees, not before.
func TestAWithdrawalInABreakForfeitsTheOpenBonus(t *testing.T) {
	s := open(t)
	s.bonusOf(wallet.Cash)
	m := s.member(0)
	s.deposited(m, 100_000) // and 50,000
	s.remaining(m, 600_000)
	_, err := s.agreed(m, 100_000, 50_000)
	s.refused("C015", err) // only a break opens this way
	s.exec(`UPDATE member_member SET timeout_until = $2 WHERE member_id = $1`, m.id, s.clk.Now().Add(24*time.Hour))
	require.EqualValues(t, 50_000, s.outlook(m).Forfeit.Cash)
	_, err = s.withdraw(m, 100_000)
	s.refused("C015", err)
	_, err = s.agreed(m, 100_000, 49_999)
	s.refused("C015", err)
	_, err = s.agreed(m, 110_000, 50_000)
	s.refused("C001", err)
	require.EqualValues(t, 150_000, s.wallet(m).Cash, "a refusal forfeits nothing")
	s.remaining(m, 600_000)

	require.Equal(t, map[string]int{"": 1, "C007": 19}, s.codes(atOnce(times(20, func() error {
		_, err := s.agreed(m, 60_000, 50_000)
		return err
	})...)))
	r := s.list(m, "out")[0]
	require.Equal(t, []money.Amount{600_000, 50_000, 0}, []money.Amount{s.row(r).TurnoverOpen, s.row(r).Forfeited, s.row(r).ForfeitedPoints})
	require.Equal(t, []string{"-50000 promo"}, s.strings("SELECT amount || ' ' || contra FROM wallet_ledger WHERE kind = 'forfeit'"))
	require.EqualValues(t, 40_000, s.wallet(m).Cash)
	s.remaining(m, 100_000) // of the deposit; the bonus asks for nothing any more
	require.NoError(t, s.approve(r))

	s.clk.Advance(2 * time.Hour) // still in the break
	s.must(s.withdraw(m, 40_000))
	require.Zero(t, s.wallet(m).Cash, "nothing is forfeited twice")
	s.balanced()
	s.booksHold()
}

// Otherwise a break of a day would be the way to lose a bonus at no risk and to keep the deposit.
func TestLossesBeforeABreakAreTheOwnMoneyFirst(t *testing.T) {
	s := open(t)
	s.bonusOf(wallet.Cash)
	m := s.member(0)
	s.deposited(m, 100_000) // and 50,000
	s.play(m, "lost", 30_000, 0)
	s.excluded(m)
	require.EqualValues(t, 50_000, s.outlook(m).Forfeit.Cash)
	s.must(s.agreed(m, 70_000, 50_000))
	require.Zero(t, s.wallet(m).Cash)
	s.booksHold()
}

// A bonus whose terms are met is the member's own; only the newest terms, as many as the remainder reaches over, are open. The job
// that shortens the reckoning changes nothing of it.
func TestABonusWhoseTermsAreMetIsNotForfeited(t *testing.T) {
	s := open(t, option("maxStake", 10_000_000), option("depositWaitMinutes", 0))
	s.bonusOf(wallet.Cash)
	m := s.member(0)
	s.deposited(m, 100_000) // and 50,000
	s.play(m, "won", 100_000, 700_000)
	s.play(m, "again", 500_000, 400_000)
	s.remaining(m, 0)
	s.clk.Advance(24 * time.Hour)
	s.deposited(m, 20_000) // and 10,000
	s.remaining(m, 120_000)
	s.clk.Advance(9 * 24 * time.Hour)
	_, err := turnover.Advance(t.Context(), s.db, s.clk.Now())
	require.NoError(t, err)
	s.excluded(m)
	require.EqualValues(t, 10_000, s.outlook(m).Forfeit.Sum())
	s.must(s.agreed(m, 670_000, 10_000))
	s.remaining(m, 20_000)
	s.booksHold()
}

// Terms that the beginning of the reckoning holds end with their bonus: they are not asked of another one later.
func TestOldTermsEndWithTheirBonus(t *testing.T) {
	s := open(t)
	s.bonusOf(wallet.Cash)
	m := s.member(0)
	s.deposited(m, 100_000) // and 50,000
	s.clk.Advance(9 * 24 * time.Hour)
	_, err := turnover.Advance(t.Context(), s.db, s.clk.Now())
	require.NoError(t, err)
	s.remaining(m, 600_000)
	s.excluded(m)
	require.EqualValues(t, 50_000, s.outlook(m).Forfeit.Cash)
	s.must(s.agreed(m, 50_000, 50_000))
	s.remaining(m, 100_000)
	require.Zero(t, s.outlook(m).Forfeit.Sum())
	s.booksHold()
}

// Points of a bonus that became cash are forfeited as cash, the others as points, whether the conversion asks for turnover of its
// own or not, and never twice.
func TestABonusInPointsIsForfeitedWhereverItIs(t *testing.T) {
	t.Parallel()
	for name, rate := range map[string]int{"the conversion has a need": 10_000, "it has no need": 0} {
		t.Run(name, func(t *testing.T) {
			s := open(t, option("pointRollingBasisPoints", rate))
			s.bonusOf(wallet.Point)
			m := s.member(0)
			s.deposited(m, 100_000) // and 50,000 points
			s.convert(m, 20_000)
			s.excluded(m)
			f := s.outlook(m).Forfeit
			require.Equal(t, []money.Amount{20_000, 30_000}, []money.Amount{f.Cash, f.Points})
			_, err := s.agreed(m, 100_000, 49_999)
			s.refused("C015", err)
			r := s.must(s.agreed(m, 100_000, 50_000))
			require.Equal(t, []money.Amount{20_000, 30_000}, []money.Amount{s.row(r).Forfeited, s.row(r).ForfeitedPoints})
			require.Zero(t, s.wallet(m).Points)
			require.Zero(t, s.wallet(m).Cash)
			s.booksHold()
		})
	}
}

// timeout gives a member a timeout of a day, as the member's own page does.
func (s stage) timeout(m customer) {
	s.Helper()
	protect := protection.New(s.db, s.clk, factory.Members(s, s.db, s.clk))
	require.NoError(s, protect.Timeout(s.Context(), protection.Who{Site: "demo", Member: m.id}, 1))
}

// Points of attendance, the wheel and gifts have no terms; their conversion asks to be played once. A timeout is no way around it.
func TestConvertedPointsAreForfeitedInABreak(t *testing.T) {
	s := open(t)
	m := s.member(100_000, func(m *factory.M) { m.Points = 300_000 })
	s.convert(m, 300_000)
	s.remaining(m, 300_000)
	s.timeout(m)
	f := s.outlook(m).Forfeit
	require.Equal(t, []money.Amount{300_000, 0}, []money.Amount{f.Cash, f.Points})
	_, err := s.withdraw(m, 400_000)
	s.refused("C015", err)
	_, err = s.agreed(m, 110_000, 300_000)
	s.refused("C001", err)
	r := s.must(s.agreed(m, 100_000, 300_000)) // the member's own money
	require.Equal(t, []money.Amount{300_000, 0}, []money.Amount{s.row(r).Forfeited, s.row(r).ForfeitedPoints})
	require.Zero(t, s.wallet(m).Cash)
	s.remaining(m, 0)
	s.booksHold()
}

// Points with terms and points without become cash together: each point is forfeited once.
func TestPointsOfABonusThatWereConvertedWithOthersAreForfeitedOnce(t *testing.T) {
	s := open(t)
	s.bonusOf(wallet.Point)
	m := s.member(0, func(m *factory.M) { m.Points = 100_000 })
	s.deposited(m, 100_000) // and 50,000 points
	s.convert(m, 120_000)
	s.timeout(m)
	f := s.outlook(m).Forfeit
	require.Equal(t, []money.Amount{120_000, 30_000}, []money.Amount{f.Cash, f.Points}, "all 150,000 points")
	s.must(s.agreed(m, 100_000, 150_000))
	require.Zero(t, s.wallet(m).Cash)
	require.Zero(t, s.wallet(m).Points)
	s.remaining(m, 100_000) // of the deposit
	s.booksHold()
}

// S-42: own money and what was won in play is never forfeited. Of points that became cash only the part that was not played is.
func TestConvertedPointsThatWerePlayedAreTheMembersOwn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		payout, deposit, free money.Amount
		old                   bool // the beginning of the reckoning holds all of it
	}{
		"lost, then a deposit":                {deposit: 100_000, free: 100_000},
		"lost, then a deposit, both long ago": {deposit: 100_000, free: 100_000, old: true},
		"won":                                 {payout: 700_000, free: 700_000},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			m := s.member(0, func(m *factory.M) { m.Points = 300_000 })
			s.convert(m, 300_000)
			s.play(m, "r1", 290_000, c.payout)
			if c.deposit > 0 {
				s.deposited(m, c.deposit)
			}
			if c.old {
				s.clk.Advance(9 * 24 * time.Hour)
				s.advance()
			}
			s.timeout(m)
			require.EqualValues(t, 10_000, s.outlook(m).Forfeit.Cash)
			s.must(s.agreed(m, c.free, 10_000))
			require.Zero(t, s.wallet(m).Cash)
			s.remaining(m, c.deposit)
			s.booksHold()
		})
	}
}

// A win without a bet, of a campaign or of a bet of 0, must be played once: it is forfeited like points that became cash. Wins of bets
// are the member's own, and so is a win that comes during the break.
func TestAWinWithoutABetIsForfeitedInABreak(t *testing.T) {
	s := open(t)
	m := s.member(100_000)
	s.play(m, "real", 100_000, 250_000)
	s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "race:1", RoundID: "race", Amount: "40000", Campaign: "c"})
	s.vendor(m, provider.Operation{Kind: provider.Bet, TxID: "spin", RoundID: "free", Amount: "0", Campaign: "c"})
	s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "spun", RefTxID: "spin", RoundID: "free", Amount: "20000", Closes: true})
	s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "race:2", RoundID: "race", Amount: "30000", Campaign: "c"})
	s.vendor(m, provider.Operation{Kind: provider.Rollback, TxID: "back", RefTxID: "race:2", RoundID: "race"})
	s.remaining(m, 60_000)
	s.timeout(m)
	s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "race:3", RoundID: "race", Amount: "10000", Campaign: "c"})
	require.EqualValues(t, 60_000, s.outlook(m).Forfeit.Cash)
	_, err := s.withdraw(m, 260_000)
	s.refused("C015", err)
	s.must(s.agreed(m, 260_000, 60_000))
	require.Zero(t, s.wallet(m).Cash)
	s.remaining(m, 0)
	s.booksHold()
}

// A credit during a break (a win of a vendor's promotion) adds no turnover, even after the break has ended. A break locks no free cash.
func TestACreditInABreakLocksNoFreeCash(t *testing.T) {
	s := open(t)
	m := s.member(1_000_000, func(m *factory.M) { m.Points = 10_000 })
	s.timeout(m)
	end := s.clk.Now().Add(24 * time.Hour)
	s.refused("U033", s.tryConvert(m, 10_000))
	s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "v", RoundID: "race", Amount: "10000", Campaign: "c"})
	s.remaining(m, 0)
	r := s.must(s.withdraw(m, 500_000))
	require.Zero(t, s.row(r).Forfeited)
	require.NoError(t, s.approve(r))
	s.clk.Set(end.Add(time.Hour))
	s.must(s.withdraw(m, 510_000))
	s.booksHold()
}

// A conversion in a break would ask for no turnover, and points would become cash without play. After the break it asks for its own.
func TestPointsAreNotConvertedInABreak(t *testing.T) {
	t.Parallel()
	for name, pause := range map[string]func(stage, customer){"timeout": stage.timeout, "exclusion": stage.excluded} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			m := s.member(0, func(m *factory.M) { m.Points = 300_000 })
			pause(s, m)
			s.refused("U033", s.tryConvert(m, 300_000))
			require.Equal(t, wallet.State{Points: 300_000, Version: 1}, s.wallet(m))
			_, err := s.withdraw(m, 300_000)
			s.refused("C001", err)
			if name == "timeout" {
				s.clk.Advance(24 * time.Hour)
				s.convert(m, 300_000)
				s.remaining(m, 300_000)
			}
			s.booksHold()
		})
	}
}

// A break that began before a conversion, and is committed while the conversion waits for the member, holds for it.
func TestNoPointsAreConvertedOnceABreakHolds(t *testing.T) {
	s := open(t)
	m := s.member(0, func(m *factory.M) { m.Points = 300_000 })
	tx, err := s.db.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "UPDATE member_member SET timeout_until = $2 WHERE member_id = $1", m.id, s.clk.Now().Add(24*time.Hour))
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- s.tryConvert(m, 300_000) }()
	s.waiting()
	require.NoError(t, tx.Commit(t.Context()))
	s.refused("U033", <-done)
	require.Equal(t, wallet.State{Points: 300_000, Version: 1}, s.wallet(m))
}

// overtakes reports whether a call is over before another transaction beside the first one waits for a lock.
func (s stage) overtakes(over <-chan error) (early bool) {
	s.Helper()
	require.Eventually(s, func() bool {
		select {
		case err := <-over:
			require.NoError(s, err)
			early = true
		default:
		}
		var n int
		require.NoError(s, s.db.QueryRow(s.Context(), "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()").Scan(&n))
		return early || n > 1
	}, 2*time.Minute, 10*time.Millisecond)
	return early
}

// A deposit that staff approves as the member's break begins is completed before the break holds, or not at all (S-42).
func TestNoDepositIsCompletedOnceABreakHolds(t *testing.T) {
	s := open(t)
	m := s.member(0)
	r := s.must(s.deposit(m, 30_000))
	blocker, err := s.db.Begin(t.Context()) // a frozen node's batch, or any bet, has the wallet
	require.NoError(t, err)
	_, err = wallet.Lock(t.Context(), blocker, m.id, "KRW")
	require.NoError(t, err)
	_, err = blocker.Exec(t.Context(), "SET LOCAL idle_in_transaction_session_timeout = 0") // it ends when the test says
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- s.approve(r) }()
	s.waiting()
	protect := protection.New(s.db, s.clk, factory.Members(t, s.db, s.clk))
	rested := make(chan error, 1)
	go func() { rested <- protect.Timeout(t.Context(), protection.Who{Site: "demo", Member: m.id}, 7) }()
	early := s.overtakes(rested)
	require.NoError(t, blocker.Rollback(t.Context()))
	err = <-done
	require.False(t, early && err == nil, "the break was committed first, and the deposit completed after it")
	s.booksHold()
}

// A bet that has passed the gate when a break begins is placed before the break holds, or not at all (S-42).
func TestNoBetIsPlacedOnceABreakHolds(t *testing.T) {
	s := open(t)
	m := s.member(100_000)
	_, err := s.db.Exec(t.Context(), "INSERT INTO provider_provider (vendor_id, family) VALUES ('sim', 'seamless')")
	require.NoError(t, err)
	blocker, err := s.db.Begin(t.Context()) // stands for anything that keeps the bet's transaction between the gate and the commit
	require.NoError(t, err)
	_, err = blocker.Exec(t.Context(), `INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, currency, balance_before, balance_after) VALUES ('sim', 'r', $1, 'demo', 'KRW', 0, 0)`, m.id)
	require.NoError(t, err)
	done := make(chan provider.Answer, 1)
	go func() {
		a, _ := s.bets.Apply(context.Background(), "sim", provider.Operation{Kind: provider.Bet, TxID: "b", RoundID: "r", Amount: "5000", Member: m.id, Currency: "KRW"}, "")
		done <- a
	}()
	s.waiting()
	protect := protection.New(s.db, s.clk, factory.Members(t, s.db, s.clk))
	rested := make(chan error, 1)
	go func() { rested <- protect.Timeout(t.Context(), protection.Who{Site: "demo", Member: m.id}, 7) }()
	early := s.overtakes(rested)
	require.NoError(t, blocker.Rollback(t.Context()))
	a := <-done
	require.False(t, early && a.Status == provider.OK, "the break was committed first, and the bet was taken after it")
}

// A bet that has passed the gate when staff closes a member's account, or ends its betting, is placed before that holds, or not at all.
// It is so for a bet of its own and for one of a batch.
func TestNoBetIsPlacedOnceStaffHasDecided(t *testing.T) {
	t.Parallel()
	type decision func(context.Context, *member.Service, member.Act) error
	status := func(becomes member.Status) decision {
		return func(ctx context.Context, m *member.Service, a member.Act) error {
			return m.SetStatus(ctx, a, becomes, "reason")
		}
	}
	locks := func(locked, permitted bool) decision {
		return func(ctx context.Context, m *member.Service, a member.Act) error {
			return m.SetLocks(ctx, a, locked, permitted)
		}
	}
	for name, decide := range map[string]decision{
		"stop": status(member.Stopped), "black": status(member.Black), "excluded": status(member.Excluded),
		"locked": locks(true, true), "not permitted": locks(false, false),
	} {
		{
			t.Run(name, func(t *testing.T) {
				s := open(t)
				m := s.member(100_000)
				_, err := s.db.Exec(t.Context(), "INSERT INTO provider_provider (vendor_id, family) VALUES ('sim', 'seamless')")
				require.NoError(t, err)
				service := s.bets
				blocker, err := s.db.Begin(t.Context()) // stands for anything that keeps the bet's transaction between the gate and the commit
				require.NoError(t, err)
				defer func() { _ = blocker.Rollback(context.Background()) }()
				_, err = blocker.Exec(t.Context(), `INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, currency, balance_before, balance_after) VALUES ('sim', 'r', $1, 'demo', 'KRW', 0, 0)`, m.id)
				require.NoError(t, err)
				bet := provider.Operation{Kind: provider.Bet, TxID: "b", RoundID: "r", Amount: "5000", Member: m.id, Currency: "KRW"}
				done := make(chan provider.Answer, 1)
				go func() {
					a, _ := service.Apply(context.Background(), "sim", bet, "")
					done <- a
				}()
				s.waiting()
				members := factory.Members(t, s.db, s.clk)
				decided := make(chan error, 1)
				go func() { decided <- decide(t.Context(), members, member.Act{Actor: staff, Site: "demo", MemID: m.id}) }()
				early := s.overtakes(decided)
				require.NoError(t, blocker.Rollback(t.Context()))
				a := <-done
				require.False(t, early && a.Status == provider.OK, "the decision was committed first, and the bet was taken after it")
				if !early {
					require.NoError(t, <-decided)
				}
				bet.TxID, bet.RoundID = "later", "later"
				a, err = service.Apply(t.Context(), "sim", bet, "")
				require.NoError(t, err)
				require.Equal(t, provider.BettingLocked, a.Status)
				s.booksHold()
			})
		}
	}
}

// A program that freezes with a wallet of the general pool is ended by the server after a second, before bets of the member are given up.
func TestAFrozenProgramHoldsNoWalletForLong(t *testing.T) {
	s := open(t)
	m := s.member(100_000)
	tx, err := pgtest.Strict(t, s.db).Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(context.Background()) }()
	_, err = wallet.Lock(t.Context(), tx, m.id, "KRW")
	require.NoError(t, err)
	var limit string
	require.NoError(t, tx.QueryRow(t.Context(), "SHOW idle_in_transaction_session_timeout").Scan(&limit))
	require.Equal(t, "1s", limit)
}

// A win of a campaign in another currency than that of its round is refused.
func TestAWinInAnotherCurrencyLeavesTheRoundAlone(t *testing.T) {
	s := open(t)
	m := s.member(0)
	s.exec("INSERT INTO wallet_balance (member_id, currency, site_id) VALUES ($1, 'VND', 'demo')", m.id)
	s.deposited(m, 100_000)
	s.play(m, "tie", 100_000, 100_000)
	a, err := s.bets.Apply(t.Context(), "sim", provider.Operation{Kind: provider.Win, TxID: "one", RoundID: "tie", Member: m.id, Currency: "VND", Amount: "1", Campaign: "c"}, "")
	require.NoError(t, err)
	require.Equal(t, provider.WrongCurrency, a.Status)
	s.remaining(m, 100_000)
	s.booksHold()
}
