package factory

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/agent"
	"hubstake/internal/platform/vault"
)

// Keys makes what logins need, with a cheap hasher, and the verifier of the tokens.
func Keys(tb testing.TB, clk clock.Clock) (member.Keys, *token.Verifier) {
	tb.Helper()
	signer, err := token.NewSigner("test="+base64.RawURLEncoding.EncodeToString(id.Key()), clk)
	require.NoError(tb, err)
	verifier, err := token.NewVerifier([]string{signer.Public()}, clk)
	require.NoError(tb, err)
	sealer, err := token.NewSealer(Key())
	require.NoError(tb, err)
	return member.Keys{Personal: Box(), Hasher: Hasher(), Signer: signer, Sealer: sealer, Pause: noPause}, verifier
}

func noPause(context.Context, time.Duration) error { return nil }

// Hashing is the keys of a service that begins no sessions.
func Hashing() member.Keys { return member.Keys{Personal: Box(), Hasher: Hasher()} }

// PersonalKeys are the keys of personal data in tests.
func PersonalKeys() personal.Keys {
	return personal.Keys{Seal: sha256.Sum256([]byte("personal data of tests")), Index: sha256.Sum256([]byte("indexes of tests"))}
}

// Box opens and seals personal data with PersonalKeys.
func Box() *personal.Box {
	box, err := personal.New(PersonalKeys())
	if err != nil {
		panic(err) // keys of a fixed size are accepted
	}
	return box
}

// Plain makes a database one of before personal data were sealed: what is written from now on is plain.
func Plain(tb testing.TB, db *pgxpool.Pool) {
	tb.Helper()
	_, err := db.Exec(tb.Context(), "UPDATE personal_state SET sealed_since = NULL")
	require.NoError(tb, err)
}

// StaffKeys makes what logins of staff need.
func StaffKeys(tb testing.TB) staff.Keys {
	tb.Helper()
	vault, err := vault.New(Key())
	require.NoError(tb, err)
	return staff.Keys{Checker: credential.Checker{Hasher: Hasher(), Pause: noPause}, Vault: vault}
}

// AgentKeys makes what logins to the partner area need.
func AgentKeys(tb testing.TB) agent.Keys {
	tb.Helper()
	k := StaffKeys(tb)
	return agent.Keys{Checker: k.Checker, Vault: k.Vault}
}

// Members makes the member service with such keys.
func Members(tb testing.TB, db *pgxpool.Pool, clk clock.Clock) *member.Service {
	tb.Helper()
	k, _ := Keys(tb, clk)
	return member.New(db, clk, site.New(db, clk), k)
}
