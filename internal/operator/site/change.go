package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/event"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/site/sitedb"
)

// LockOptions returns the options of a site; other changes of them wait until tx ends. ErrUnknown: there is no such site.
func LockOptions(ctx context.Context, tx pgx.Tx, id string) (Options, error) {
	stored, err := sitedb.New(tx).LockOptions(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return Options{}, ErrUnknown
	}
	if err != nil {
		return Options{}, fmt.Errorf("site %s: options: %w", id, err)
	}
	return Parse(stored)
}

// With returns the options with others in place of some; change is a JSON object of them by their names. An error says what is outside its limits
// or does not fit the rest.
func (o Options) With(change []byte) (Options, error) {
	now, err := json.Marshal(o)
	if err != nil {
		return o, fmt.Errorf("site options: %w", err)
	}
	var all, some map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(now, &all), json.Unmarshal(change, &some)); err != nil {
		return o, fmt.Errorf("site options: %w", err)
	}
	for name, value := range some {
		all[name] = value
	}
	if now, err = json.Marshal(all); err != nil {
		return o, fmt.Errorf("site options: %w", err)
	}
	return Parse(now)
}

// ChangeOptions stores a change that Options.With has accepted, of options that tx has locked, and tells every page of the site to read the
// options again: INSPECT has the site's unchanged state of maintenance and a new version.
func ChangeOptions(ctx context.Context, tx pgx.Tx, id string, change []byte, trace string) error {
	r, err := sitedb.New(tx).ChangeOptions(ctx, sitedb.ChangeOptionsParams{SiteID: id, Change: change})
	if err != nil {
		return fmt.Errorf("site %s: options: %w", id, err)
	}
	return outbox.Write(ctx, tx, event.Event{Site: id, Cmd: event.Maintenance, Data1: event.YN(r.Inspect), Ver: r.InspectVersion, Trace: trace})
}
