package report

import (
	"context"
	"fmt"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/money"
)

// ProviderFigures is what is open between a site and a provider. Amounts are of the site's currency.
type ProviderFigures struct {
	Transfers      int64 // moves of members' money to or from the provider whose outcome is not known
	TransferAmount money.Amount
	Debts          int64 // wins that the provider took back from members who had spent them
	DebtAmount     money.Amount
}

// Providers returns the figures of all providers, by their ids.
func (s *Service) Providers(ctx context.Context, siteID string) (map[string]ProviderFigures, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return nil, err
	}
	rows, err := reportdb.New(s.db).ProviderFigures(ctx, reportdb.ProviderFiguresParams{SiteID: siteID, Currency: st.Options.Currency})
	if err != nil {
		return nil, fmt.Errorf("report: providers: %w", err)
	}
	out := make(map[string]ProviderFigures, len(rows))
	for _, r := range rows {
		out[r.VendorID] = ProviderFigures{
			Transfers: r.Transfers, TransferAmount: money.Amount(r.TransferAmount), Debts: r.Debts, DebtAmount: money.Amount(r.DebtAmount),
		}
	}
	return out, nil
}
