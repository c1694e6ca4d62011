package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	_ "embed"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pquerna/otp/totp"
	"github.com/redis/go-redis/v9"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/agent"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/vault"
)

const (
	demoSite = "demo"
	currency = "KRW"
	vendor   = "sim"

	ownVendor = "simown" // the same simulator, with wallets of its own
)

//go:embed posts.json
var posts []byte

type seeder struct {
	db      *pgxpool.Pool
	rdb     redis.UniversalClient
	clk     clock.Clock
	keys    member.Keys
	members *member.Service
	vault   *vault.Vault // TOTP secrets
	secret  config.Key
	// forTests adds the accounts that the browser tests need to be independent of each other.
	forTests bool
}

const (
	// testStaff is the number of further staff accounts for tests. A one-time code counts once, so tests that share an account wait for each other's
	// codes; twelve are enough that the one used longest ago always has a code that was not used.
	testStaff = 12
	// testMembers is the number of further members for tests: a second login ends the first, so tests that run at once need a member each.
	testMembers = 3
)

// accounts is what .dev/demo.json says of the demo site.
type accounts struct {
	Site    string      `json:"site"`
	Member  playerLogin `json:"member"`
	Partner struct {
		MemID      string `json:"memId"`
		MemPass    string `json:"memPass"`
		TOTPSecret string `json:"totpSecret"`
	} `json:"partner"`
	Canary struct {
		MemID   string `json:"memId"`
		MemPass string `json:"memPass"`
	} `json:"canary"`
	Admin staffLogin `json:"admin"`
	// Only for tests:
	Staff   []staffLogin  `json:"staff,omitempty"`
	Members []playerLogin `json:"members,omitempty"`
}

type staffLogin struct {
	MemID      string `json:"memId"`
	MemPass    string `json:"memPass"`
	TOTPSecret string `json:"totpSecret"`
}

type playerLogin struct {
	MemID   string `json:"memId"`
	MemPass string `json:"memPass"`
	CashPin string `json:"cashPin"`
	MemName string `json:"memName"`
	MemNick string `json:"memNick"`
}

// derive makes a credential of this instance from its seal key: the same at each start, different on every other instance.
func (s seeder) derive(what string) []byte {
	mac := hmac.New(sha256.New, s.secret[:])
	mac.Write([]byte("demo|" + what))
	return mac.Sum(nil)
}

func (s seeder) password(what string) string { return "Dm1-" + hex.EncodeToString(s.derive(what))[:12] }

func (s seeder) accounts() accounts {
	a := accounts{Site: demoSite}
	a.Member.MemID, a.Member.MemPass, a.Member.MemName, a.Member.MemNick = "demomember", s.password("member"), "Demo Member", "DemoMember"
	a.Member.CashPin = fmt.Sprintf("%04d", (int(s.derive("pin")[0])<<8|int(s.derive("pin")[1]))%10_000)
	a.Partner.MemID, a.Partner.MemPass, a.Partner.TOTPSecret = "demopartner", s.password("partner"), s.totpSecret("partner totp")
	a.Canary.MemID, a.Canary.MemPass = "democanary", s.password("canary")
	a.Admin.MemID, a.Admin.MemPass = "demoadmin", s.password("admin")
	a.Admin.TOTPSecret = s.totpSecret("totp")
	if !s.forTests {
		return a
	}
	for i := range testStaff {
		memID := fmt.Sprintf("demostaff%02d", i+1)
		a.Staff = append(a.Staff, staffLogin{MemID: memID, MemPass: s.password(memID), TOTPSecret: s.totpSecret("totp " + memID)})
	}
	for i := range testMembers {
		m := a.Member
		m.MemID, m.MemNick = fmt.Sprintf("demomember%d", i+2), fmt.Sprintf("DemoMember%d", i+2)
		a.Members = append(a.Members, m)
	}
	return a
}

func (s seeder) totpSecret(what string) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(s.derive(what)[:20])
}

// demo makes what is missing of the demo site and writes its accounts to out.
func (s seeder) demo(ctx context.Context, options []byte, out io.Writer) error {
	a := s.accounts()
	err := site.New(s.db, s.clk).Add(ctx, audit.Actor{ID: "shell:seed"}, site.NewSite{
		ID: demoSite, Name: "Hubstake", Hosts: []string{"localhost", "127.0.0.1"}, Options: options,
	})
	if err != nil && !errors.Is(err, site.ErrExists) {
		return err
	}
	for _, step := range []func(context.Context, accounts) error{s.games, s.people, s.partner, s.staff, s.content, s.documents, s.scheduleContent, s.gifts} {
		if err := step(ctx, a); err != nil {
			return err
		}
	}
	if err := json.NewEncoder(out).Encode(a); err != nil {
		return fmt.Errorf("print accounts: %w", err)
	}
	return nil
}

// people are a partner, who may refer, a member in its downline with something to play with, and the member of monitoring/canary.
func (s seeder) people(ctx context.Context, a accounts) error {
	partner := member.Account{
		MemID: a.Partner.MemID, PartnerLevel: 1, MayRefer: true, Nick: "DemoPartner", Name: "Demo Partner", Phone: "+821000000001",
		Number: "10000000000001",
	}
	if err := s.person(ctx, partner, a.Partner.MemPass, a.Member.CashPin, 0); err != nil {
		return err
	}
	m := member.Account{
		MemID: a.Member.MemID, Parent: a.Partner.MemID, Nick: "DemoMember", Name: a.Member.MemName, Phone: "+821000000002",
		Number: "10000000000002",
	}
	if err := s.person(ctx, m, a.Member.MemPass, a.Member.CashPin, 1_000_000); err != nil {
		return err
	}
	canary := member.Account{
		MemID: a.Canary.MemID, Nick: "DemoCanary", Name: "Demo Canary", Phone: "+821000000003", Number: "10000000000003",
	}
	if err := s.person(ctx, canary, a.Canary.MemPass, a.Member.CashPin, 0); err != nil {
		return err
	}
	for i, t := range a.Members {
		m := member.Account{
			MemID: t.MemID, Parent: a.Partner.MemID, Nick: t.MemNick, Name: t.MemName, Phone: fmt.Sprintf("+8210000001%02d", i),
			Number: fmt.Sprintf("100000000001%02d", i),
		}
		if err := s.person(ctx, m, t.MemPass, t.CashPin, 1_000_000); err != nil {
			return err
		}
	}
	return s.downline(ctx, a)
}

// downline is a partner below the demo partner and the members of both, who have the demo member's password.
func (s seeder) downline(ctx context.Context, a accounts) error {
	branch := member.Account{
		MemID: "demobranch", Parent: a.Partner.MemID, PartnerLevel: 2, MayRefer: true, Nick: "DemoBranch", Name: "Demo Branch", Phone: "+821000000004",
		Number: "10000000000004",
	}
	if err := s.person(ctx, branch, a.Member.MemPass, a.Member.CashPin, 0); err != nil {
		return err
	}
	for i, parent := range []string{a.Partner.MemID, branch.MemID, branch.MemID} {
		n := strconv.Itoa(5 + i)
		m := member.Account{
			MemID: "demoplayer" + n, Parent: parent, Nick: "DemoPlayer" + n, Name: "Demo Player", Phone: "+82100000000" + n, Number: "1000000000000" + n,
		}
		if err := s.person(ctx, m, a.Member.MemPass, a.Member.CashPin, 100_000); err != nil {
			return err
		}
	}
	return nil
}

// agents is the logins of the partner area. Their authenticators get the secret of this instance.
func (s seeder) agents() *agent.Service {
	return agent.New(s.db, s.clk, site.New(s.db, s.clk), s.members, agent.Keys{
		Checker: credential.Checker{Hasher: s.keys.Hasher}, Vault: s.vault, NewSecret: func(string) string { return s.accounts().Partner.TOTPSecret },
	})
}

// partner enrols the demo partner in the partner area as a partner does, with the authenticator of this instance.
func (s seeder) partner(ctx context.Context, a accounts) error {
	agents := s.agents()
	_, enrolled, err := agents.Account(ctx, demoSite, a.Partner.MemID)
	if err != nil || enrolled {
		return err
	}
	c := credential.Credentials{Site: demoSite, MemID: a.Partner.MemID, Password: credential.Secret(a.Partner.MemPass)}
	if _, _, err := agents.BeginEnrolment(ctx, c, "Hubstake"); err != nil {
		return err
	}
	return s.withCode(a.Partner.TOTPSecret, func(code credential.Secret) error {
		c.OTP = code
		g, _, _, err := agents.Enrol(ctx, c, "")
		if err != nil {
			return err
		}
		return s.members.Logout(ctx, g.SID, "")
	})
}

// withCode enrols with the code of the half minute before: the one of now is for the first login. On a busy machine the half minute may end before the
// code is looked at; then another one is tried.
func (s seeder) withCode(secret string, enrol func(code credential.Secret) error) error {
	const half = 30 * time.Second
	for {
		at := s.clk.Now().Add(-half)
		code, err := totp.GenerateCode(secret, at)
		if err != nil {
			return fmt.Errorf("enrol: %w", err)
		}
		err = enrol(credential.Secret(code))
		if !errors.Is(err, fault.WrongPassword) || s.clk.Now().Add(-half).Truncate(half).Equal(at.Truncate(half)) {
			return err
		}
	}
}

func (s seeder) person(ctx context.Context, m member.Account, pass, pin string, balance int64) error {
	m.Site, m.Bank, m.Holder, m.Lang, m.Level = demoSite, "Kookmin", m.Name, "en", 1
	m.Status, m.By, m.At = member.Normal, "seed", s.clk.Now()
	var err error
	if m.PassHash, err = s.keys.Hasher.Hash(ctx, credential.Secret(pass)); err != nil {
		return err
	}
	if m.PINHash, err = s.keys.Hasher.HashPIN(ctx, credential.Secret(pin)); err != nil {
		return err
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := member.Create(ctx, tx, s.keys.Personal, m, currency); err != nil || balance == 0 {
			return err
		}
		return fund(ctx, tx, m.MemID, balance)
	})
	if errors.Is(err, fault.DuplicateID) {
		return nil
	}
	return err
}

func fund(ctx context.Context, tx pgx.Tx, memID string, balance int64) error {
	_, _, err := wallet.Apply(ctx, tx, wallet.Move{
		Member: memID, Currency: currency, Unit: wallet.Cash, Amount: money.Amount(balance), Contra: wallet.ContraPromo,
		Kind: "seed", Ref: memID,
	})
	return err
}

// backOffice is the accounts of staff. Their authenticators get the secrets of this instance.
func (s seeder) backOffice() *staff.Service {
	return staff.New(s.db, s.clk, s.members, staff.Keys{
		Checker: credential.Checker{Hasher: s.keys.Hasher}, Vault: s.vault, NewSecret: func(memID string) string {
			a := s.accounts()
			for _, t := range a.Staff {
				if t.MemID == memID {
					return t.TOTPSecret
				}
			}
			return a.Admin.TOTPSecret
		},
	})
}

// staff makes the first master as an operator does: added by a command, enrolled with its one-time password. Those for tests follow in the same way.
func (s seeder) staff(ctx context.Context, a accounts) error {
	if err := s.master(ctx, a.Admin, "Demo Admin"); err != nil {
		return err
	}
	for _, t := range a.Staff {
		if err := s.master(ctx, t, "Demo Staff"); err != nil {
			return err
		}
	}
	return nil
}

// master adds a staff account with all rights and enrols it. An account that an earlier start left without its enrolment is recovered.
func (s seeder) master(ctx context.Context, who staffLogin, name string) error {
	office := s.backOffice()
	account, exists, err := office.Account(ctx, who.MemID)
	if err != nil || account.Enrolled {
		return err
	}
	act := staff.Act{Actor: audit.Actor{ID: "shell:seed"}, Site: demoSite, ID: who.MemID}
	var once staff.OneTime
	if exists {
		once, err = office.Recover(ctx, act, "not enrolled")
	} else {
		once, err = office.Add(ctx, act, staff.Profile{Name: name, Title: "Operations", Rights: right.All()})
	}
	if err != nil {
		return err
	}
	return s.withCode(who.TOTPSecret, func(code credential.Secret) error {
		g, _, _, err := office.Enrol(ctx, credential.Credentials{
			Site: demoSite, MemID: who.MemID, Password: credential.Secret(once.Password), OTP: code,
		}, credential.Secret(who.MemPass))
		if err != nil {
			return err
		}
		return s.members.Logout(ctx, g.SID, "")
	})
}
