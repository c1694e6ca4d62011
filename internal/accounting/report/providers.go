package report

import (
	"context"
	"fmt"
	"time"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/money"
)

// ProviderFigures is what is open between a site and a provider. Amounts are of the site's currency; without any, the oldest is the zero time.
type ProviderFigures struct {
	Transfers      int64 // moves of members' money to or from the provider whose outcome is not known
	TransferAmount money.Amount
	OldestTransfer time.Time
	Debts          int64 // wins that the provider took back from members who had spent them
	DebtAmount     money.Amount
	Rounds         int64 // open ones, as CollectOpenRounds last saw them; those of test accounts are left out (S-103)
	RoundStake     money.Amount
	OldestRound    time.Time
	Wins           int64 // that wait for two persons before they are paid
	WinAmount      money.Amount
	OldestWin      time.Time
}

// Providers returns the figures of all providers, by their ids.
func (s *Service) Providers(ctx context.Context, siteID string) (map[string]ProviderFigures, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return nil, err
	}
	rows, err := reportdb.New(s.db).ProviderFigures(ctx, reportdb.ProviderFiguresParams{SiteID: siteID, Currency: st.Options.Currency, Now: s.clk.Now()})
	if err != nil {
		return nil, fmt.Errorf("report: providers: %w", err)
	}
	out := make(map[string]ProviderFigures, len(rows))
	for _, r := range rows {
		f := ProviderFigures{
			Transfers: r.Transfers, TransferAmount: money.Amount(r.TransferAmount), Debts: r.Debts, DebtAmount: money.Amount(r.DebtAmount),
			Rounds: r.Rounds, RoundStake: money.Amount(r.RoundStake), Wins: r.Wins, WinAmount: money.Amount(r.WinAmount),
		}
		if f.Wins > 0 {
			f.OldestWin = r.WinOldest
		}
		if f.Transfers > 0 {
			f.OldestTransfer = r.TransferOldest
		}
		if f.Rounds > 0 {
			f.OldestRound = r.RoundOldest
		}
		out[r.VendorID] = f
	}
	return out, nil
}

// PendingTransfer is a move of a member's money to or from a provider whose outcome is not known.
type PendingTransfer struct {
	ID          string // what the provider knows it by
	MemID, Nick string
	Currency    string
	Direction   string // in: to the game; out: back
	Amount      money.Amount
	Reason      string // why it is not known
	Asked       int    // how often the provider was asked
	At          time.Time
	AskAt       time.Time // when it is asked next
}

// AfterTransfer is the last transfer of the page before; the zero value begins the list.
type AfterTransfer struct {
	At time.Time
	ID string
}

// PendingTransfers returns count of them behind those of the page before, oldest first.
func (s *Service) PendingTransfers(ctx context.Context, siteID, provider string, after AfterTransfer, count int32) ([]PendingTransfer, error) {
	rows, err := reportdb.New(s.db).PendingTransfers(ctx, reportdb.PendingTransfersParams{
		SiteID: siteID, VendorID: provider, AfterAt: after.At, AfterID: after.ID, Count: count,
	})
	if err != nil {
		return nil, fmt.Errorf("report: pending transfers: %w", err)
	}
	out := make([]PendingTransfer, len(rows))
	for i, r := range rows {
		out[i] = PendingTransfer{
			ID: r.ID, MemID: r.MemberID, Nick: r.Nick, Currency: r.Currency, Direction: r.Direction, Amount: money.Amount(r.Amount), Reason: r.Reason,
			Asked: int(r.Asked), At: r.CreatedAt, AskAt: r.AskAt,
		}
	}
	return out, nil
}

// OpenRound is a round of a member that its provider has not ended.
type OpenRound struct {
	ID               int64
	RoundID          string // the provider's
	MemID, Nick      string
	Game             string // its code
	NameKOR, NameENG string // empty when the catalogue does not have the game
	Currency         string
	Stake            money.Amount
	At               time.Time
}

// AfterRound is the last round of the page before; the zero value begins the list.
type AfterRound struct {
	At time.Time
	ID int64
}

// OpenRounds returns count of them behind those of the page before, oldest first. One that began after CollectOpenRounds last ran is not among them yet;
// those of test accounts are left out (S-103).
func (s *Service) OpenRounds(ctx context.Context, siteID, provider string, after AfterRound, count int32) ([]OpenRound, error) {
	rows, err := reportdb.New(s.db).OpenRounds(ctx, reportdb.OpenRoundsParams{
		SiteID: siteID, VendorID: provider, AfterAt: after.At, AfterRound: after.ID, Count: count,
	})
	if err != nil {
		return nil, fmt.Errorf("report: open rounds: %w", err)
	}
	out := make([]OpenRound, len(rows))
	for i, r := range rows {
		out[i] = OpenRound{
			ID: r.Round, RoundID: r.RoundID, MemID: r.MemberID, Nick: r.Nick, Game: r.GameCode, NameKOR: r.NameKor, NameENG: r.NameEng,
			Currency: r.Currency, Stake: money.Amount(r.Stake), At: r.OpenedAt,
		}
	}
	return out, nil
}

// HeldWin is a win that waits for two persons before it is paid.
type HeldWin struct {
	ID               int64
	TxID, RoundID    string // the provider's
	MemID, Nick      string
	Game             string // its code
	NameKOR, NameENG string // empty when the catalogue does not have the game
	Currency         string
	Amount           money.Amount
	Reason           string // why it is held
	At               time.Time
}

// AfterWin is the last held win of the page before; the zero value begins the list.
type AfterWin struct {
	At time.Time
	ID int64
}

// HeldWins returns count of them behind those of the page before, oldest first.
func (s *Service) HeldWins(ctx context.Context, siteID, provider string, after AfterWin, count int32) ([]HeldWin, error) {
	rows, err := reportdb.New(s.db).HeldWins(ctx, reportdb.HeldWinsParams{
		SiteID: siteID, VendorID: provider, AfterAt: after.At, AfterID: after.ID, Count: count,
	})
	if err != nil {
		return nil, fmt.Errorf("report: held wins: %w", err)
	}
	out := make([]HeldWin, len(rows))
	for i, r := range rows {
		out[i] = HeldWin{
			ID: r.ID, TxID: r.TxID, RoundID: r.RoundID, MemID: r.MemberID, Nick: r.Nick, Currency: r.Currency, Amount: money.Amount(r.Amount),
			Reason: r.Reason, At: r.HeldAt, Game: r.GameCode, NameKOR: r.NameKor, NameENG: r.NameEng,
		}
	}
	return out, nil
}

// Debt is what a member owes, because a provider took back a win that the member had spent.
type Debt struct {
	TxID             string // the provider's transaction that took it back
	MemID, Nick      string
	Currency         string
	Amount           money.Amount
	Repaid           money.Amount // of it, what was taken from wins and before withdrawals
	At               time.Time
	Round            int64  // that the win was of; 0: it is not known
	Game             string // its code
	NameKOR, NameENG string // empty when the catalogue does not have the game
}

// BeforeDebt is the last debt of the page before; the zero value begins the list.
type BeforeDebt struct {
	At   time.Time
	TxID string
}

// Debts returns count of them before those of the page before, newest first.
func (s *Service) Debts(ctx context.Context, siteID, provider string, before BeforeDebt, count int32) ([]Debt, error) {
	if before.At.IsZero() {
		before.At = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC) // after all of them
	}
	rows, err := reportdb.New(s.db).Debts(ctx, reportdb.DebtsParams{
		SiteID: siteID, VendorID: provider, BeforeAt: before.At, BeforeTx: before.TxID, Count: count,
	})
	if err != nil {
		return nil, fmt.Errorf("report: debts: %w", err)
	}
	out := make([]Debt, len(rows))
	for i, r := range rows {
		out[i] = Debt{
			TxID: r.TxID, MemID: r.MemberID, Nick: r.Nick, Currency: r.Currency, Amount: money.Amount(r.Amount), Repaid: money.Amount(r.Repaid), At: r.CreatedAt,
			Round: r.Round, Game: r.GameCode, NameKOR: r.NameKor, NameENG: r.NameEng,
		}
	}
	return out, nil
}
