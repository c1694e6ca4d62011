package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/user"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	apiprovider "hubstake/api/provider"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/provider"
)

var errCommand = errors.New("api takes no arguments, or: vendor …; keys; keys reseal; staff unlock SITE ID")

// Command carries out what the command line says, with the settings of the api. The audit has it under the name of the
// account that ran it.
func Command(ctx context.Context, cfg Settings, args []string, in io.Reader, out io.Writer) error {
	reseal := len(args) == 2 && args[0] == "keys" && args[1] == "reseal"
	keyUse := reseal || len(args) == 1 && args[0] == "keys"
	unlock := len(args) == 4 && args[0] == "staff" && args[1] == "unlock"
	if args[0] != "vendor" && !keyUse && !unlock {
		return errCommand
	}
	keys, err := vault.New(cfg.SealKey, cfg.SealKeys...)
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	db, err := pg.Open(ctx, cfg.Database, pg.Options{MaxConns: 1})
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	defer db.Close()
	if keyUse {
		return cfg.keyUse(ctx, db, keys, reseal, out)
	}
	if unlock {
		return unlockStaff(ctx, db, args[2], args[3])
	}
	return apiprovider.Keys{
		DB: db, Vault: keys, Clock: clock.System{}, Actor: "shell:" + account(), In: in, Out: out, Production: cfg.Production(),
	}.Run(ctx, args[1:])
}

// keyUse prints which seal keys and peppers are in use, by id, and which a setting names; with reseal it first brings what it can
// under the keys of now. A key that nothing needs may leave the settings.
func (s Settings) keyUse(ctx context.Context, db *pgxpool.Pool, v *vault.Vault, reseal bool, out io.Writer) error {
	if reseal {
		secrets, err := staff.Reseal(ctx, db, v)
		if err != nil {
			return err
		}
		ofVendors, err := provider.Reseal(ctx, db, v)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "sealed again: %d TOTP secrets, %d vendor keys\n", secrets, ofVendors)
	}
	uses, err := member.KeyUses(ctx, db)
	if err != nil {
		return err
	}
	ofStaff, err := staff.KeyUses(ctx, db)
	if err != nil {
		return err
	}
	uses = append(uses, ofStaff...)
	sealed, err := provider.SealedUnder(ctx, db)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(sealed)) {
		uses = append(uses, credential.KeyUse{Kind: "vendor key", Key: id, Rows: sealed[id]})
	}
	settings := map[string]string{s.SealKey.ID(): "SEAL_KEY", s.Pepper.ID(): "PEPPER"}
	for _, k := range s.SealKeys {
		settings[k.ID()] = "SEAL_KEYS_ACCEPTED"
	}
	for _, k := range s.Peppers {
		settings[k.ID()] = "PEPPERS_ACCEPTED"
	}
	needed := map[string]bool{}
	for _, u := range uses {
		needed[u.Key] = true
		setting := settings[u.Key]
		if setting == "" {
			setting = "in no setting: cannot be opened"
		}
		fmt.Fprintf(out, "%s\t%s\t%d\t%s\n", u.Key, u.Kind, u.Rows, setting)
	}
	for _, id := range slices.Sorted(maps.Keys(settings)) {
		if strings.HasSuffix(settings[id], "_ACCEPTED") && !needed[id] {
			fmt.Fprintf(out, "%s\tnot needed: it may leave %s\n", id, settings[id])
		}
	}
	return nil
}

// unlockStaff lets staff of a site try again at once, from everywhere. It is for the case that no operator is left who could
// do it in the back office.
func unlockStaff(ctx context.Context, db *pgxpool.Pool, siteID, staffID string) error {
	clk := clock.System{}
	members := member.New(db, clk, site.New(db, clk), member.Keys{})
	err := staff.New(db, clk, members, staff.Keys{}).Unlock(ctx, audit.Actor{ID: "shell:" + account()}, siteID, staffID)
	if errors.Is(err, fault.MemberNotFound) {
		return fmt.Errorf("site %s has no staff %s", siteID, staffID)
	}
	return err
}

// account is who ran the program, as far as the machine knows.
func account() string {
	if name := os.Getenv("SUDO_USER"); name != "" {
		return name
	}
	u, err := user.Current()
	if err != nil {
		return "unknown"
	}
	return u.Username
}
