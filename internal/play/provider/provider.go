package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/play/provider/providerdb"
)

// Ensure makes a provider without settings; one that is there stays as it is.
func Ensure(ctx context.Context, db providerdb.DBTX, id, family string) error {
	if _, err := providerdb.New(db).Add(ctx, providerdb.AddParams{VendorID: id, Family: family}); err != nil {
		return fmt.Errorf("vendor %s: %w", id, err)
	}
	return nil
}

// Upsert makes a provider or changes its settings; whether it is switched on stays as it is. family names the adapter that
// speaks its protocol.
func Upsert(ctx context.Context, db providerdb.DBTX, id, family string, s Settings) error {
	if err := s.Validate(); err != nil {
		return fmt.Errorf("vendor %s: %w", id, err)
	}
	b, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("vendor %s: %w", id, err)
	}
	if err := providerdb.New(db).Upsert(ctx, providerdb.UpsertParams{VendorID: id, Family: family, Settings: b}); err != nil {
		return fmt.Errorf("vendor %s: %w", id, err)
	}
	return nil
}

// WithoutAddresses returns the providers of families whose settings list no addresses that they call from.
func WithoutAddresses(ctx context.Context, db providerdb.DBTX, families ...string) ([]string, error) {
	rows, err := providerdb.New(db).Providers(ctx)
	if err != nil {
		return nil, fmt.Errorf("provider: addresses: %w", err)
	}
	var ids []string
	for _, r := range rows {
		var s Settings
		if err := json.Unmarshal(r.Settings, &s); err != nil {
			return nil, fmt.Errorf("vendor %s: settings: %w", r.VendorID, err)
		}
		if slices.Contains(families, r.Family) && len(s.Allow) == 0 {
			ids = append(ids, r.VendorID)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// QueueSettings queues the question for the settings of providers; each is called for those that exist.
func QueueSettings(q *pgx.Batch, ids []string, each func(id string, s Settings)) {
	q.Queue(`SELECT vendor_id, settings FROM provider_provider WHERE vendor_id = ANY ($1::text[])`, ids).Query(func(rows pgx.Rows) error {
		var id string
		var raw []byte
		_, err := pgx.ForEachRow(rows, []any{&id, &raw}, func() error {
			var s Settings
			if err := json.Unmarshal(raw, &s); err != nil {
				return fmt.Errorf("settings of %s: %w", id, err)
			}
			each(id, s)
			return nil
		})
		return err
	})
}
