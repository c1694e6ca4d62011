package cash_test

import (
	"context"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/point"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/transfer"
	"hubstake/internal/testkit/factory"
)

// studio is a provider with wallets of its own; held is what it has of the member that is not staked at the moment.
type studio struct{ held money.Amount }

func (p *studio) Move(_ context.Context, o provider.Order) (provider.Outcome, error) {
	if o.Direction == provider.In {
		p.held += o.Amount
	} else {
		p.held -= o.Amount
	}
	return provider.Outcome{Order: o, Done: true, Balance: p.held}, nil
}

func (p *studio) Ask(context.Context, provider.Order) (provider.Outcome, error) {
	panic("every order is answered at once")
}

func (p *studio) Held(context.Context, string, string) (money.Amount, error) { return p.held, nil }

func (s stage) promos() *promo.Service {
	sites := site.New(s.db, s.clk)
	return promo.New(s.db, s.clk, sites, member.New(s.db, s.clk, sites, factory.Hashing()), s.msgs)
}

// checkIn credits one point, for which nothing must be played: an empty wallet is cleared by it.
func (s stage) checkIn(m customer) {
	s.Helper()
	p := s.promos()
	require.NoError(s, p.SaveAttendance(s.Context(), staff, "demo", promo.Form{}, promo.Attendance{Active: true, Points: 1}))
	_, _, err := p.CheckIn(s.Context(), promo.Who{Site: "demo", Member: m.id})
	require.NoError(s, err)
}

func (s stage) advance() {
	s.Helper()
	_, err := turnover.Advance(s.Context(), s.db, s.clk.Now())
	require.NoError(s, err)
}

// tryConvert converts points as the member's page does.
func (s stage) tryConvert(m customer, points money.Amount) error {
	convert := point.New(s.db, s.clk, site.New(s.db, s.clk), factory.Members(s, s.db, s.clk))
	_, err := convert.Convert(s.Context(), point.Conversion{Site: "demo", Member: m.id, Points: money.In(points)})
	return err
}

func (s stage) convert(m customer, points money.Amount) {
	s.Helper()
	require.NoError(s, s.tryConvert(m, points))
}

// atStudio deposits 100,000 that must be played five times and takes all of it to a provider with wallets of its own.
func (s stage) atStudio() (customer, *studio, *transfer.Service, transfer.Wish) {
	s.Helper()
	require.NoError(s, provider.Upsert(s.Context(), s.db, "acme", provider.FamilyTransfer, provider.Settings{}))
	there := &studio{}
	moves := transfer.New(s.db, s.clk, zerolog.Nop(), map[string]provider.TransferWallet{"acme": there}, nil)
	m := s.member(0)
	s.deposited(m, 100_000)
	s.remaining(m, 500_000)
	wish := transfer.Wish{Site: "demo", Member: m.id, Currency: "KRW", Vendor: "acme", Until: s.clk.Now().Add(time.Hour)}
	_, err := moves.In(s.Context(), wish, 100_000)
	require.NoError(s, err)
	return m, there, moves, wish
}

func TestAnOpenStakeAtAProviderIsNoEmptyWallet(t *testing.T) {
	s := open(t, option("rollingBasisPoints", 50_000))
	m, there, moves, wish := s.atStudio()
	there.held = 0 // all of it is staked in a round that is open there
	_, err := moves.Out(t.Context(), wish)
	require.NoError(t, err)
	s.checkIn(m)
	there.held = 190_000 // the round is won
	_, err = moves.Out(t.Context(), wish)
	require.NoError(t, err)
	require.Equal(t, money.Amount(190_000), s.wallet(m).Cash)
	s.remaining(m, 500_000)
	_, err = s.withdraw(m, 190_000)
	s.refused("C015", err)
	s.booksHold()
}

// The game was over and looked at for the last time, and the round is paid days later.
func TestMoneyThatAProviderPaysAfterTheClearIsAskedForAgain(t *testing.T) {
	s := open(t, option("rollingBasisPoints", 50_000), option("depositWaitMinutes", 0))
	m, there, moves, wish := s.atStudio()
	there.held = 0
	s.clk.Advance(2 * time.Hour)
	for range 5 {
		require.NoError(t, moves.Recall(t.Context(), m.id))
		s.clk.Advance(2 * time.Hour)
	}
	s.remaining(m, 0)
	s.checkIn(m)
	s.clk.Advance(time.Minute)
	s.deposited(m, 50_000)
	s.remaining(m, 250_000)
	_, err := moves.In(t.Context(), wish, 50_000)
	require.NoError(t, err)
	there.held = 190_000 // the new 50,000, and 140,000 of the old round
	_, err = moves.Out(t.Context(), wish)
	require.NoError(t, err)
	s.remaining(m, 390_000) // the deposit's, and 140,000 of the 500,000 that were forgiven
	_, err = moves.In(t.Context(), wish, 100_000)
	require.NoError(t, err)
	_, err = moves.Out(t.Context(), wish)
	require.NoError(t, err)
	s.remaining(m, 390_000) // the same money there and back
	there.held = 900_000
	_, err = moves.Out(t.Context(), wish)
	require.NoError(t, err)
	s.remaining(m, 750_000) // never more than was forgiven
	s.booksHold()
}

// A bet that is taken back after its round was lost and the wallet began again.
func TestABetTakenBackAfterTheClearUndoesIt(t *testing.T) {
	t.Parallel()
	for name, later := range map[string]func(s stage){
		"at once":                            func(stage) {},
		"after the job took the clear along": func(s stage) { s.clk.Advance(9 * 24 * time.Hour); s.advance() },
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, option("rollingBasisPoints", 50_000))
			m := s.member(0)
			s.deposited(m, 100_000)
			s.play(m, "r", 100_000, 0)
			s.checkIn(m)
			later(s)
			s.vendor(m, provider.Operation{Kind: provider.Rollback, TxID: "x1", RefTxID: "wr"})
			s.vendor(m, provider.Operation{Kind: provider.Rollback, TxID: "x2", RefTxID: "br"})
			require.Equal(t, money.Amount(100_000), s.wallet(m).Cash)
			if name == "at once" {
				s.remaining(m, 500_000)
			} else {
				s.remaining(m, 400_000) // the round is final
			}
			_, err := s.withdraw(m, 100_000)
			s.refused("C015", err)
			s.booksHold()
		})
	}
}

// Nothing was left to play when the wallet became empty: the bet that is taken back is to be played all the same.
func TestABetTakenBackIntoAWalletThatOwedNothingGivesTheNeedBack(t *testing.T) {
	s := open(t)
	m := s.member(0)
	s.deposited(m, 100_000)
	s.play(m, "r", 100_000, 0)
	s.checkIn(m)
	s.vendor(m, provider.Operation{Kind: provider.Rollback, TxID: "x1", RefTxID: "wr"})
	s.vendor(m, provider.Operation{Kind: provider.Rollback, TxID: "x2", RefTxID: "br"})
	s.remaining(m, 100_000)
	s.booksHold()
}

// A round closes with its first settled bet; the other bets of it are still the member's.
func TestABetOfAClosedRoundThatComesBackUndoesTheClear(t *testing.T) {
	t.Parallel()
	for name, back := range map[string]provider.Operation{
		"it is called off": {Kind: provider.Rollback, TxID: "x", RefTxID: "b2"},
		"it is won":        {Kind: provider.Win, TxID: "w2", RefTxID: "b2", RoundID: "r", Amount: "99000", Closes: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, option("rollingBasisPoints", 50_000))
			m := s.member(0)
			s.deposited(m, 100_000)
			s.vendor(m, provider.Operation{Kind: provider.Bet, TxID: "b1", RoundID: "r", Amount: "1000"})
			s.vendor(m, provider.Operation{Kind: provider.Bet, TxID: "b2", RoundID: "r", Amount: "99000"})
			s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "w1", RefTxID: "b1", RoundID: "r", Amount: "0", Closes: true})
			s.checkIn(m)
			s.vendor(m, back)
			require.Equal(t, money.Amount(99_000), s.wallet(m).Cash)
			s.remaining(m, 499_000) // 1,000 were lost
			_, err := s.withdraw(m, 90_000)
			s.refused("C015", err)
			s.booksHold()
		})
	}
}

// A stake that is open for longer than turnover_short looks back: an outright.
func TestAStakeThatIsOpenForMonthsUndoesTheClearWhenItComesBack(t *testing.T) {
	s := open(t, option("rollingBasisPoints", 50_000), option("depositWaitMinutes", 0))
	m := s.member(0)
	s.deposited(m, 100_000)
	s.vendor(m, provider.Operation{Kind: provider.Bet, TxID: "b1", RoundID: "r", Amount: "100000"})
	for range 5 {
		s.clk.Advance(8 * 24 * time.Hour)
		s.advance()
	}
	s.checkIn(m)
	s.deposited(m, 10_000)
	s.remaining(m, 50_000)
	s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "w1", RefTxID: "b1", RoundID: "r", Amount: "300000", Closes: true})
	s.remaining(m, 550_000)
	s.booksHold()
}

// Small change of an old round does not bring back what an empty wallet was rightly forgiven; its sum does.
func TestWhatComesBackMustBeAWallet(t *testing.T) {
	s := open(t, option("rollingBasisPoints", 50_000), option("depositWaitMinutes", 0))
	m := s.member(0)
	s.deposited(m, 100_000)
	s.play(m, "r", 95_000, 0)
	s.play(m, "s", 4_900, 0)
	s.deposited(m, 10_000) // 100 were there
	s.remaining(m, 50_000)
	s.vendor(m, provider.Operation{Kind: provider.Rollback, TxID: "x1", RefTxID: "ws"})
	s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "v1", RefTxID: "bs", RoundID: "s", Amount: "4000"})
	s.remaining(m, 50_000)
	s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "v2", RefTxID: "bs", RoundID: "s", Amount: "900", Closes: true})
	s.remaining(m, 455_000) // 500,000 less 95,000, for s is a tie now, and the deposit's
	s.booksHold()
}

func TestARoundOfAfterTheClearUndoesNothing(t *testing.T) {
	s := open(t, option("rollingBasisPoints", 50_000), option("depositWaitMinutes", 0))
	m := s.member(0)
	s.deposited(m, 100_000)
	s.play(m, "r1", 100_000, 0)
	s.deposited(m, 20_000)
	s.play(m, "r2", 20_000, 400_000)
	s.remaining(m, 80_000)
	s.vendor(m, provider.Operation{Kind: provider.Rollback, TxID: "x1", RefTxID: "wr2"})
	s.vendor(m, provider.Operation{Kind: provider.Rollback, TxID: "x2", RefTxID: "br2"})
	s.remaining(m, 100_000)
	s.booksHold()
}

func TestPointsCannotBeSentWhileSomethingMustBePlayed(t *testing.T) {
	s := open(t, option("pointGiving", true), option("pointRollingBasisPoints", 0))
	p := s.promos()
	_, err := p.IssueCoupons(t.Context(), staff, "demo", promo.Issue{Request: "request-9", Count: 1, Unit: wallet.Point, Amount: 50_000, Rolling: 100_000, Days: 1})
	require.NoError(t, err)
	var code string
	require.NoError(t, s.db.QueryRow(t.Context(), "SELECT code FROM promo_coupon").Scan(&code))
	m, friend := s.member(0), s.member(0)
	_, _, err = p.UseCoupon(t.Context(), promo.Who{Site: "demo", Member: m.id}, code)
	require.NoError(t, err)
	s.remaining(m, 500_000)
	parcel := promo.PointTransfer{Request: "request-1", To: friend.id, Points: money.In(50_000)}
	_, _, err = p.SendPoints(t.Context(), promo.Who{Site: "demo", Member: m.id}, parcel)
	require.Equal(t, map[string]string{"remaining": "500000"}, s.refused("C015", err).Params())
	require.Equal(t, money.Amount(50_000), s.wallet(m).Points)
	s.convert(m, 10_000)
	s.play(m, "r", 10_000, 500_000)
	s.play(m, "r2", 490_000, 0)
	parcel.Points = money.In(40_000)
	_, _, err = p.SendPoints(t.Context(), promo.Who{Site: "demo", Member: m.id}, parcel)
	require.NoError(t, err)
	s.booksHold()
}

// Points below the smallest conversion keep the terms of their bonus when the cash is lost, and add up.
func TestSmallBonusesInPointsKeepTheirTerms(t *testing.T) {
	s := open(t, option("depositWaitMinutes", 0), option("exchangeClosedFrom", "00:00"), option("exchangeClosedTo", "00:00"))
	b := promo.Bonus{Active: true, Unit: wallet.Point, Rates: []int64{9_000, 0, 0, 0, 0, 0, 0, 0, 0, 0}, Cap: 100_000, Turnover: 100_000}
	require.NoError(t, s.promos().SaveBonus(t.Context(), staff, "demo", promo.RuleFirst, promo.Form{}, b))
	m := s.member(0)
	for _, day := range []string{"a", "b"} {
		s.deposited(m, 10_000) // and 9,000 points, to be played ten times
		s.play(m, day, 10_000, 0)
		s.clk.Advance(24 * time.Hour)
	}
	require.Equal(t, money.Amount(18_000), s.wallet(m).Points)
	s.remaining(m, 180_000)
	s.convert(m, 18_000)
	s.remaining(m, 198_000)
	s.booksHold()
}

// A clear forgives the turnover of the cash and keeps that of the remaining points.
func TestAnEmptyWalletKeepsTheNeedsOfThePointsThatAreLeft(t *testing.T) {
	s := open(t, option("depositWaitMinutes", 0), option("rollingBasisPoints", 50_000), option("pointRollingBasisPoints", 0))
	b := promo.Bonus{Active: true, Unit: wallet.Point, Rates: []int64{9_000, 0, 0, 0, 0, 0, 0, 0, 0, 0}, Cap: 100_000, Turnover: 100_000}
	require.NoError(t, s.promos().SaveBonus(t.Context(), staff, "demo", promo.RuleFirst, promo.Form{}, b))
	m := s.member(0)
	s.deposited(m, 20_000) // and 18,000 points
	s.remaining(m, 280_000)
	s.convert(m, 12_000)
	s.play(m, "a", 32_000, 0)
	s.remaining(m, 60_000) // of the 6,000 points
	require.NoError(t, s.promos().SaveBonus(t.Context(), staff, "demo", promo.RuleFirst, promo.Form{Version: 1}, promo.Bonus{Unit: wallet.Point, Rates: b.Rates, Cap: b.Cap}))
	s.deposited(m, 20_000)
	s.remaining(m, 160_000)
	s.play(m, "b", 20_000, 160_000)
	s.play(m, "c", 140_000, 0)
	s.remaining(m, 0)
	s.booksHold()
}

// D-20: hedged pairs count nothing, whatever the game is called; slots have no sides.
func TestBothSidesOfARoundCountWhatWasAtRisk(t *testing.T) {
	t.Parallel()
	for group, want := range map[string]money.Amount{"casino": 97_500, "minigame": 97_500, "sports": 97_500, "other": 97_500, "slot": 0} {
		t.Run(group, func(t *testing.T) {
			s := open(t)
			require.NoError(t, provider.Upsert(t.Context(), s.db, "sim", "seamless", provider.Settings{}))
			if group != "other" {
				_, err := s.db.Exec(t.Context(), `WITH p AS (INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image) VALUES ('p', 'sim', $1, 'n', 'l', 'i'))
					INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) VALUES ('ball', 'p', 'k', 'e', 't')`, group)
				require.NoError(t, err)
			}
			m := s.member(0)
			s.deposited(m, 100_000)
			s.vendor(m, provider.Operation{Kind: provider.Bet, TxID: "odd", RoundID: "r", Amount: "50000", Game: "ball"})
			s.vendor(m, provider.Operation{Kind: provider.Bet, TxID: "even", RoundID: "r", Amount: "50000", Game: "ball"})
			s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "w", RefTxID: "odd", RoundID: "r", Amount: "97500", Closes: true})
			s.remaining(m, want)
		})
	}
}

func TestACampaignWinDoesNotMakeATieCount(t *testing.T) {
	s := open(t)
	m := s.member(0)
	s.deposited(m, 100_000)
	s.play(m, "tie", 100_000, 100_000)
	s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "v", RoundID: "tie", Amount: "1", Campaign: "c"})
	s.remaining(m, 100_001)
	s.vendor(m, provider.Operation{Kind: provider.Rollback, TxID: "x", RefTxID: "v"})
	s.remaining(m, 100_000)
	s.booksHold()
}

// The need of a win that is taken back ends, even when the job has taken it into the beginning.
func TestAWinTakenBackIsNotAskedForAfterTheJobEither(t *testing.T) {
	s := open(t, option("depositWaitMinutes", 0))
	m := s.member(100_000)
	s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "gift", RoundID: "g", Amount: "400000", Campaign: "c", Closes: true})
	s.play(m, "r", 100_000, 50_000)
	s.deposited(m, 30_000)
	s.remaining(m, 330_000)
	s.clk.Advance(9 * 24 * time.Hour)
	s.advance()
	s.vendor(m, provider.Operation{Kind: provider.Rollback, TxID: "back", RefTxID: "gift"})
	s.remaining(m, 30_000)
	s.booksHold()
}
