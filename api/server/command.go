package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"

	apivendors "hubstake/api/vendors"
	"hubstake/internal/clock"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/vault"
)

var errCommand = errors.New("api takes no arguments, or: vendor …")

// Command carries out what the command line says, with the settings of the api. The audit has it under the name of the
// account that ran it.
func Command(ctx context.Context, cfg Settings, args []string, in io.Reader, out io.Writer) error {
	if args[0] != "vendor" {
		return errCommand
	}
	keys, err := vault.New(cfg.SealKey)
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	db, err := pg.Open(ctx, cfg.Database, pg.Options{MaxConns: 1})
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	defer db.Close()
	return apivendors.Keys{DB: db, Vault: keys, Clock: clock.System{}, Actor: "shell:" + account(), In: in, Out: out}.Run(ctx, args[1:])
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
