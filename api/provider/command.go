package provider

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/provider"
)

// platform is the chain of the audit for what concerns all sites.
const platform = "platform"

const usage = `api vendor list                                             vendors and their keys
api vendor new    VENDOR PROTOCOL [NETWORK …]                       one more vendor: seamless, transfer, or hub88, which needs its networks
api vendor off|on VENDOR                                            take it off for all sites: bets are refused, rounds under way finish
api vendor add    VENDOR KEY hmac|rsa|rsa-own [-new] [-from TIME]   one more key
api vendor rotate VENDOR KEY hmac|rsa|rsa-own [-new] [-overlap 24h] a new key; the others of its kind end after the overlap
api vendor end    VENDOR KEY                                        end a key: nodes accept it for 12 s more
api vendor allow  VENDOR [NETWORK …]                                addresses that it may call from; none: any, which production refuses for Hub88
api vendor show   VENDOR                                            its settings
api vendor set    VENDOR                                            its settings, from the standard input

-new makes the key and prints what the vendor has to get; otherwise it is read from the standard input: base64url of a secret, PEM of
an RSA key.
`

// ErrUsage reports an unknown command line.
var ErrUsage = errors.New("api vendor: no such command")

// Keys is the command line for vendors' keys and settings. Every change is in the audit, under the actor's name.
type Keys struct {
	DB    *pgxpool.Pool
	Vault *vault.Vault
	Clock clock.Clock
	Actor string
	In    io.Reader
	Out   io.Writer
	// Production refuses settings that production must not have.
	Production bool
}

// Run carries out one command.
func (k Keys) Run(ctx context.Context, args []string) error {
	verb, vendor := arg(args, 0), arg(args, 1)
	switch {
	case verb == "list" && len(args) == 1:
		return k.list(ctx)
	case verb == "show" && len(args) == 2:
		return k.show(ctx, vendor)
	case verb == "new" && len(args) >= 3:
		return k.make(ctx, vendor, args[2], args[3:])
	case (verb == "on" || verb == "off") && len(args) == 2:
		return k.office().SetActive(ctx, platform, audit.Actor{ID: k.Actor}, vendor, verb == "on")
	case (verb == "add" || verb == "rotate") && len(args) >= 4:
		return k.add(ctx, verb, vendor, args[2], provider.KeyKind(args[3]), args[4:])
	case verb == "end" && len(args) == 3:
		return k.end(ctx, vendor, args[2])
	case verb == "allow" && len(args) >= 2:
		return k.allow(ctx, vendor, args[2:])
	case verb == "set" && len(args) == 2:
		return k.set(ctx, vendor)
	default:
		return k.usage()
	}
}

func (k Keys) usage() error {
	fmt.Fprint(k.Out, usage)
	return ErrUsage
}

func arg(args []string, i int) string {
	if i < len(args) {
		return args[i]
	}
	return ""
}

// change runs a change in a transaction, with its entry in the audit.
func (k Keys) change(ctx context.Context, action, vendor string, detail map[string]any, do func(provider.Keyring) error) error {
	return audit.Act(ctx, k.DB, func(tx pgx.Tx) (*audit.Entry, error) {
		if err := do(provider.NewKeyring(tx, k.Vault, k.Clock.Now())); err != nil {
			return nil, err
		}
		return &audit.Entry{Actor: audit.Actor{ID: k.Actor}, Site: platform, Action: action, Target: vendor, Detail: detail}, nil
	})
}

func (k Keys) add(ctx context.Context, verb, vendor, id string, kind provider.KeyKind, rest []string) error {
	flags := flag.NewFlagSet(verb, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	fresh := flags.Bool("new", false, "")
	from := flags.String("from", "", "")
	overlap := flags.Duration("overlap", 24*time.Hour, "")
	if flags.Parse(rest) != nil || flags.NArg() > 0 {
		return k.usage()
	}
	begin := k.Clock.Now()
	if *from != "" {
		var err error
		if begin, err = time.Parse(time.RFC3339, *from); err != nil {
			return fmt.Errorf("-from: %w", err)
		}
	}
	secret := provider.NewSecret{Vendor: vendor, ID: id, Kind: kind}
	if !*fresh {
		given, err := io.ReadAll(io.LimitReader(k.In, 64<<10))
		if err != nil {
			return fmt.Errorf("read the key: %w", err)
		}
		if secret.Given = string(given); strings.TrimSpace(secret.Given) == "" {
			return fmt.Errorf("%w: the standard input is empty", provider.ErrKey)
		}
	}
	var say string
	var err error
	if verb == "rotate" {
		say, err = k.office().Rotate(ctx, platform, audit.Actor{ID: k.Actor}, secret, *overlap)
	} else {
		say, err = k.office().AddKey(ctx, platform, audit.Actor{ID: k.Actor}, secret, begin)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(k.Out, say)
	return err
}

// end ends a key, and says from when on no node accepts it: a leaked key can be used until then.
func (k Keys) end(ctx context.Context, vendor, id string) error {
	err := k.office().EndKey(ctx, platform, audit.Actor{ID: k.Actor}, vendor, id)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(k.Out, "%s of %s has ended. Nodes may accept it for %s more, until %s; one that cannot read the database until it can.\n",
		id, vendor, provider.ChangeDelay, k.Clock.Now().Add(provider.ChangeDelay).UTC().Format(time.RFC3339))
	return err
}

func (k Keys) office() *provider.Office {
	return provider.NewOffice(k.DB, k.Clock, k.Vault, Protocols())
}

func (k Keys) make(ctx context.Context, vendor, family string, networks []string) error {
	allow, err := prefixes(networks)
	if err != nil {
		return err
	}
	return k.office().Add(ctx, platform, audit.Actor{ID: k.Actor}, vendor, family, allow)
}

// prefixes reads networks and single addresses.
func prefixes(networks []string) ([]netip.Prefix, error) {
	allow := make([]netip.Prefix, len(networks))
	for i, n := range networks {
		var err error
		if allow[i], err = netip.ParsePrefix(n); err != nil {
			ip, err := netip.ParseAddr(n)
			if err != nil {
				return nil, fmt.Errorf("%q is no network: %w", n, err)
			}
			allow[i] = netip.PrefixFrom(ip, ip.BitLen())
		}
	}
	return allow, nil
}

func (k Keys) allow(ctx context.Context, vendor string, networks []string) error {
	allow, err := prefixes(networks)
	if err != nil {
		return err
	}
	return k.change(ctx, "vendor.allow", vendor, map[string]any{"allow": networks}, func(r provider.Keyring) error {
		return k.settings(ctx, r, vendor, func(s *provider.Settings) { s.Allow = allow })
	})
}

func (k Keys) set(ctx context.Context, vendor string) error {
	var s provider.Settings
	d := json.NewDecoder(k.In)
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	return k.change(ctx, "vendor.settings", vendor, map[string]any{"settings": s}, func(r provider.Keyring) error {
		return k.settings(ctx, r, vendor, func(old *provider.Settings) { *old = s })
	})
}

// settings changes a vendor's settings. ErrNoAddresses: in production they would leave it without the list that it needs.
func (k Keys) settings(ctx context.Context, r provider.Keyring, vendor string, change func(*provider.Settings)) error {
	return r.Change(ctx, vendor, func(family string, s *provider.Settings) error {
		change(s)
		if k.Production && len(s.Allow) == 0 && slices.Contains(windowless, family) {
			return fmt.Errorf("vendor %s: %w", vendor, ErrNoAddresses)
		}
		return nil
	})
}

func (k Keys) show(ctx context.Context, vendor string) error {
	return pg.InTx(ctx, k.DB, func(tx pgx.Tx) error {
		return provider.NewKeyring(tx, k.Vault, k.Clock.Now()).Change(ctx, vendor, func(_ string, s *provider.Settings) error {
			e := json.NewEncoder(k.Out)
			e.SetIndent("", "  ")
			return e.Encode(s)
		})
	})
}

func (k Keys) list(ctx context.Context) error {
	all, err := provider.List(ctx, k.DB)
	if err != nil {
		return err
	}
	now := k.Clock.Now()
	for _, v := range all {
		fmt.Fprintf(k.Out, "%s\t%s\t%s\n", v.ID, v.Family, map[bool]string{true: "on", false: "off"}[v.Active])
		for _, key := range v.Keys {
			state := "valid"
			switch {
			case now.Before(key.From):
				state = "later"
			case !key.Valid(now):
				state = "ended"
			}
			until := "no end"
			if !key.Until.IsZero() {
				until = key.Until.Format(time.RFC3339)
			}
			fmt.Fprintf(k.Out, "\t%s\t%s\t%s\t%s\t%s\n", key.ID, key.Kind, key.From.Format(time.RFC3339), until, state)
		}
	}
	return nil
}
