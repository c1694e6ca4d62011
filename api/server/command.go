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
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"

	apiprovider "hubstake/api/provider"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/agent"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/support/inquiry"
)

var errCommand = errors.New(`api takes no arguments, or one of:
  site add ID NAME HOST…              make a site
  site host add|remove ID HOST        a host under which members or staff reach it
  staff add SITE ID NAME [RIGHT…]     make an account, a master with all rights when none is named; prints its one-time password
  staff recover SITE ID               a new one-time password for a person who lost password or authenticator
  staff disable|enable|unlock SITE ID
  vendor …                            vendors, their keys and settings
  product add ID VENDOR GROUP NAME PICTURE
  product off|on ID                   for all sites: bets are refused, rounds under way finish
  game add CODE PRODUCT NAME-KOREAN NAME-ENGLISH PICTURE
  game off|on CODE
  keys [reseal]                       which keys are in use
  keys new                            the secrets of a new installation, for the files of settings; needs no settings
  personal seal                       seal members' personal data; once, after every program is of this release`)

// command is one of the command line. It takes at least min arguments, and at most max.
type command struct {
	min, max int
	run      func(commands, context.Context, []string) error
}

// many is the max of a command that takes any number.
const many = 1 << 10

var table = map[string]command{
	"vendor": {0, many, commands.vendor},
	"keys": {0, 0, func(c commands, ctx context.Context, _ []string) error {
		return c.cfg.keyUse(ctx, c.db, c.out)
	}},
	"keys reseal":   {0, 0, commands.reseal},
	"personal seal": {0, 0, commands.sealPersonal},
	"product add":   {5, 5, commands.addProduct},
	"product off":   {1, 1, offering(site.OfferProduct, false)},
	"product on":    {1, 1, offering(site.OfferProduct, true)},
	"game add":      {5, 5, commands.addGame},
	"game off":      {1, 1, offering(site.OfferGame, false)},
	"game on":       {1, 1, offering(site.OfferGame, true)},
	"site add":      {3, many, commands.addSite},
	"site host":     {3, 3, commands.changeHost},
	"staff add":     {3, many, commands.addStaff},
	"staff recover": {2, 2, commands.recoverStaff},
	"staff disable": {2, 2, func(c commands, ctx context.Context, args []string) error { return c.activate(ctx, args, false) }},
	"staff enable":  {2, 2, func(c commands, ctx context.Context, args []string) error { return c.activate(ctx, args, true) }},
	"staff unlock":  {2, 2, commands.unlockStaff},
}

// Command carries out what the command line says, with the settings of the api. The audit has it under the name of the
// account that ran it.
func Command(ctx context.Context, cfg Settings, args []string, in io.Reader, out io.Writer) error {
	name, rest := args[0], args[1:]
	if _, single := table[name]; len(rest) > 0 && (!single || table[name+" "+rest[0]].run != nil) {
		name, rest = name+" "+rest[0], rest[1:]
	}
	cmd, known := table[name]
	if !known || len(rest) < cmd.min || len(rest) > cmd.max {
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
	return cmd.run(commands{cfg: cfg, db: db, vault: keys, in: in, out: out}, ctx, rest)
}

// commands is what the commands need.
type commands struct {
	cfg   Settings
	db    *pgxpool.Pool
	vault *vault.Vault
	in    io.Reader
	out   io.Writer
}

func (c commands) vendor(ctx context.Context, args []string) error {
	return apiprovider.Keys{
		DB: c.db, Vault: c.vault, Clock: clock.System{}, Actor: actor().ID, In: c.in, Out: c.out, Production: c.cfg.Production(),
	}.Run(ctx, args)
}

// platform is the chain of the audit for what concerns all sites.
const platform = "platform"

func (c commands) games() *game.Service {
	return game.New(c.db, clock.System{}, zerolog.Nop(), site.New(c.db, clock.System{}), nil, nil, "")
}

func (c commands) addProduct(ctx context.Context, args []string) error {
	return c.games().AddProduct(ctx, platform, actor(), game.Entry{
		Vendor: args[1], Product: game.Product{ProcID: args[0], Group: args[2], Name: args[3], Image: args[4]},
	})
}

func (c commands) addGame(ctx context.Context, args []string) error {
	return c.games().AddGame(ctx, platform, actor(), args[1], game.Game{Code: args[0], NameKOR: args[2], NameENG: args[3], Thumbnail: args[4]})
}

// offering is the command that takes a product or a game off for all sites, or on again.
func offering(kind site.OfferKind, on bool) func(commands, context.Context, []string) error {
	return func(c commands, ctx context.Context, args []string) error {
		return c.games().SetActive(ctx, platform, actor(), site.Offer{Kind: kind, Key: args[0]}, on)
	}
}

func (c commands) addSite(ctx context.Context, args []string) error {
	return site.New(c.db, clock.System{}).Add(ctx, actor(), site.NewSite{ID: args[0], Name: args[1], Hosts: args[2:], Options: []byte("{}")})
}

func (c commands) changeHost(ctx context.Context, args []string) error {
	sites := site.New(c.db, clock.System{})
	switch args[0] {
	case "add":
		return sites.AddHost(ctx, actor(), args[1], args[2])
	case "remove":
		return sites.RemoveHost(ctx, actor(), args[1], args[2])
	default:
		return errCommand
	}
}

func (c commands) addStaff(ctx context.Context, args []string) error {
	p := staff.Profile{Name: args[2], Rights: right.All()}
	if len(args) > 3 {
		p.Rights = nil
		for _, name := range args[3:] {
			p.Rights = append(p.Rights, right.Right(name))
		}
	}
	if err := right.Check(p.Rights...); err != nil {
		return err
	}
	if _, err := site.New(c.db, clock.System{}).Get(ctx, args[0]); err != nil {
		return err
	}
	once, err := c.staff().Add(ctx, act(args), p)
	switch {
	case errors.Is(err, fault.DuplicateID):
		return fmt.Errorf("the ID %s is taken", args[1])
	case errors.Is(err, fault.BadID):
		return fmt.Errorf("%q is no ID: 5 to 20 lower-case letters and digits, a letter first", args[1])
	case err != nil:
		return err
	}
	return c.tell(args[1], once)
}

func (c commands) recoverStaff(ctx context.Context, args []string) error {
	once, err := c.staff().Recover(ctx, act(args), "by a command")
	if err != nil {
		return missing(err, args)
	}
	return c.tell(args[1], once)
}

// tell prints a one-time password, which nothing shows again.
func (c commands) tell(id string, o staff.OneTime) error {
	_, err := fmt.Fprintf(c.out, "%s\nThe one-time password of %s, until %s. Its person logs in with it once, in the back office.\n",
		o.Password, id, o.Until.UTC().Format(time.RFC3339))
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	return nil
}

func (c commands) activate(ctx context.Context, args []string, active bool) error {
	return missing(c.staff().SetActive(ctx, act(args), active, "by a command"), args)
}

// unlockStaff lets staff of a site try again at once, from everywhere.
func (c commands) unlockStaff(ctx context.Context, args []string) error {
	return missing(c.staff().Unlock(ctx, act(args)), args)
}

// staff is the domain without what logins need. The api nodes learn of sessions that end here as the hub does: by the relay.
func (c commands) staff() *staff.Service {
	clk := clock.System{}
	members := member.New(c.db, clk, site.New(c.db, clk), member.Keys{})
	return staff.New(c.db, clk, members, staff.Keys{
		Checker: credential.Checker{Hasher: credential.NewHasher(credential.StandardCost(), c.cfg.Pepper, c.cfg.Peppers...)}, Vault: c.vault,
	})
}

func act(args []string) staff.Act { return staff.Act{Actor: actor(), Site: args[0], ID: args[1]} }

func actor() audit.Actor { return audit.Actor{ID: "shell:" + account()} }

// missing says U001 in words.
func missing(err error, args []string) error {
	if errors.Is(err, fault.MemberNotFound) {
		return fmt.Errorf("site %s has no staff %s", args[0], args[1])
	}
	return err
}

// reseal brings what is sealed under the current keys, then prints the keys.
func (c commands) reseal(ctx context.Context, _ []string) error {
	secrets, err := staff.Reseal(ctx, c.db, c.vault)
	if err != nil {
		return err
	}
	ofPartners, err := agent.Reseal(ctx, c.db, c.vault)
	if err != nil {
		return err
	}
	ofVendors, err := provider.Reseal(ctx, c.db, c.vault)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "sealed again: %d TOTP secrets, %d vendor keys\n", secrets+ofPartners, ofVendors)
	begun, err := personal.Begun(ctx, c.db)
	if err != nil {
		return err
	}
	if begun {
		if err := c.movePersonal(ctx); err != nil {
			return err
		}
	}
	return c.cfg.keyUse(ctx, c.db, c.out)
}

// sealPersonal begins to write personal data sealed, and moves what is there.
func (c commands) sealPersonal(ctx context.Context, _ []string) error {
	clk := clock.System{}
	phones, err := member.New(c.db, clk, site.New(c.db, clk), member.Keys{}).UnifyPhones(ctx)
	if err != nil {
		return err
	}
	for _, m := range phones.Shared {
		fmt.Fprintf(c.out, "%s has the phone of %s: staff must decide whose it is\n", m.MemID, m.Holder)
	}
	if err := personal.Begin(ctx, c.db, clk.Now()); err != nil {
		return err
	}
	if err := c.movePersonal(ctx); err != nil {
		return err
	}
	return c.cfg.keyUse(ctx, c.db, c.out)
}

// movePersonal brings personal data to their form of now, and prints how far it is.
func (c commands) movePersonal(ctx context.Context) error {
	box, err := personal.New(c.cfg.personal())
	if err != nil {
		return err
	}
	for _, part := range []struct {
		rows string
		move func(context.Context, *pgxpool.Pool, *personal.Box, func(int)) (int, error)
	}{{"members and blocks", member.MovePersonal}, {"deposits and withdrawals", cash.MovePersonal}, {"contacts of guests", inquiry.MovePersonal}} {
		n, err := part.move(ctx, c.db, box, func(done int) { fmt.Fprintf(c.out, "%s: %d sealed so far\n", part.rows, done) })
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%s: %d sealed, none is left\n", part.rows, n)
	}
	return nil
}

// keyUse prints which keys are in use, by id, and which a setting names. A key that nothing needs may leave the settings.
func (s Settings) keyUse(ctx context.Context, db *pgxpool.Pool, out io.Writer) error {
	var uses []credential.KeyUse
	for _, of := range []func(context.Context, *pgxpool.Pool) ([]credential.KeyUse, error){
		member.KeyUses, staff.KeyUses, agent.KeyUses, member.PersonalUses, cash.PersonalUses, inquiry.PersonalUses,
	} {
		found, err := of(ctx, db)
		if err != nil {
			return err
		}
		uses = append(uses, found...)
	}
	sealed, err := provider.SealedUnder(ctx, db)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(sealed)) {
		uses = append(uses, credential.KeyUse{Kind: "vendor key", Key: id, Rows: sealed[id]})
	}
	settings := map[string]string{
		s.SealKey.ID(): "SEAL_KEY", s.Pepper.ID(): "PEPPER", s.PersonalKey.ID(): "PERSONAL_KEY", s.PersonalIndexKey.ID(): "PERSONAL_INDEX_KEY",
		personal.Plain: "not sealed: api personal seal",
	}
	for name, keys := range map[string][]config.Key{
		"SEAL_KEYS_ACCEPTED": s.SealKeys, "PEPPERS_ACCEPTED": s.Peppers, "PERSONAL_KEYS_ACCEPTED": s.PersonalKeys,
		"PERSONAL_INDEX_KEYS_ACCEPTED": s.PersonalIndexKeys,
	} {
		for _, k := range keys {
			settings[k.ID()] = name
		}
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
