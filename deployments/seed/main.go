// Command seed makes the demo site, unless it is there, and prints its accounts as JSON. `seed members` makes approved
// members with a balance and a session each, for load tests, and `seed password` prints what they all log in with.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/platform/vault"
)

type settings struct {
	Database config.URL `env:"DATABASE_URL,required"`
	Redis    config.URL `env:"REDIS_URL,required"`
	SealKey  config.Key `env:"SEAL_KEY,required"`
	Pepper   config.Key `env:"PEPPER,required"`
	// The keys of members' personal data, as the api has them.
	PersonalKey   config.Key    `env:"PERSONAL_KEY,required,notEmpty"`
	PersonalIndex config.Key    `env:"PERSONAL_INDEX_KEY,required,notEmpty"`
	SigningKey    config.Secret `env:"JWT_PRIVATE_KEY,required"`
	// SiteOptions are laid over the defaults of a demo site that is made now (JSON, site.Options); one that is there
	// keeps its own.
	SiteOptions string `env:"SITE_OPTIONS" envDefault:"{}"`
	// ForTests adds staff accounts and members for the browser tests.
	ForTests bool `env:"FOR_TESTS"`
}

func main() {
	cfg, err := config.Load[settings]("SEED")
	if err == nil {
		err = run(context.Background(), cfg, os.Args[1:])
	}
	if err != nil {
		os.Exit(obs.Fail("seed", err))
	}
}

func run(ctx context.Context, cfg settings, args []string) error {
	db, err := pg.Open(ctx, cfg.Database, pg.Options{MaxConns: parallel + 1})
	if err != nil {
		return err
	}
	defer db.Close()
	rdb, err := redisx.Open(cfg.Redis)
	if err != nil {
		return err
	}
	defer func() { _ = rdb.Close() }()
	clk := clock.System{}
	k := member.Keys{Hasher: credential.NewHasher(credential.StandardCost(), cfg.Pepper)}
	if k.Signer, err = token.NewSigner(string(cfg.SigningKey), clk); err != nil {
		return fmt.Errorf("SEED_JWT_PRIVATE_KEY: %w", err)
	}
	if k.Sealer, err = token.NewSealer(cfg.SealKey); err != nil {
		return err
	}
	if k.Personal, err = personal.New(personal.Keys{Seal: cfg.PersonalKey, Index: cfg.PersonalIndex}); err != nil {
		return err
	}
	secrets, err := vault.New(cfg.SealKey)
	if err != nil {
		return err
	}
	s := seeder{db: db, rdb: rdb, clk: clk, keys: k, members: member.New(db, clk, site.New(db, clk), k), vault: secrets, secret: cfg.SealKey, forTests: cfg.ForTests}
	if len(args) > 0 && args[0] == "password" {
		fmt.Println(s.password("crowd"))
		return nil
	}
	if len(args) > 0 && args[0] == "members" {
		f := flag.NewFlagSet("members", flag.ExitOnError)
		n := f.Int("n", 1000, "how many")
		out := f.String("out", "members.tsv", "the file to write: memId, token, topic, hubKey, shard, separated by tabs")
		if err := f.Parse(args[1:]); err != nil {
			return err
		}
		return s.crowd(ctx, *n, *out)
	}
	return s.demo(ctx, []byte(cfg.SiteOptions), os.Stdout)
}
