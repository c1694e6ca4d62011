package main

import (
	"bytes"
	"crypto/ed25519"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/waterfall"
)

var private = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{3}, ed25519.SeedSize))

// statement writes a sealed statement of one bet, behind another one.
func statement(t *testing.T, no int, before *waterfall.Proof, key ed25519.PrivateKey) (file string, proof *waterfall.Proof) {
	t.Helper()
	since := time.Date(2026, 9, no, 0, 0, 0, 0, time.UTC)
	h := waterfall.Header{Format: waterfall.FormatBranch, Site: "demo", Partner: "plow1", No: no, Day: since.Format(time.DateOnly), Since: since, Until: since.AddDate(0, 0, 1), Currency: "KRW", Carry: true}
	if before != nil {
		h.Before, h.CarriedIn, h.OwedIn = before.Hash, before.CarriedOut, before.OwedOut
	}
	var out bytes.Buffer
	s, line := waterfall.NewStatement(h)
	out.Write(line)
	l := waterfall.Line{
		ID: 1, Round: 2, Member: "mem01", Folders: 1, Game: "comet", BetAt: since, SettledAt: since, Stake: 100_000, Valid: 100_000, Head: "phead",
		Levels: []waterfall.Level{{MemID: "plow1", Rolling: 40, Losing: 1000}, {MemID: "phead", Rolling: 100, Losing: 2000}},
	}
	shares, err := waterfall.Shares(nil, l.Levels, l.Stake, l.Payout, l.Valid)
	require.NoError(t, err)
	var e waterfall.Encoded
	e.Encode(&l)
	out.Write(s.Add(&l, &e, 0, shares))
	r, last := s.Close()
	out.Write(last)
	out.Write(waterfall.Seal(r.Hash, key.Public().(ed25519.PublicKey), waterfall.Sign(key, r.Hash)))
	proof, err = waterfall.Recompute(bytes.NewReader(out.Bytes()))
	require.NoError(t, err)
	file = filepath.Join(t.TempDir(), "statement.jsonl")
	require.NoError(t, os.WriteFile(file, out.Bytes(), 0o600))
	return file, proof
}

func TestStatementsThatFollowEachOtherAreEqual(t *testing.T) {
	t.Parallel()
	first, proof := statement(t, 1, nil, private)
	second, _ := statement(t, 2, proof, private)
	var out bytes.Buffer
	require.NoError(t, run([]string{"-key", fmt.Sprintf("%x", private.Public()), first, second}, nil, &out))
	require.Contains(t, out.String(), "equal. 2026-09-01 of plow1, statement 1 of demo: 1 lines, 1 bets, stake 100000, paid 0, counted 100000; rolling 400, losing 9960, to be paid 10360 KRW")
	text, err := os.ReadFile(first)
	require.NoError(t, err)
	require.NoError(t, run([]string{"-"}, bytes.NewReader(text), &out))
}

func TestWhatDiffersIsShownAndRefused(t *testing.T) {
	t.Parallel()
	first, proof := statement(t, 1, nil, private)
	text, err := os.ReadFile(first)
	require.NoError(t, err)
	other := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{4}, ed25519.SeedSize))
	foreign, _ := statement(t, 2, proof, other)
	alone, _ := statement(t, 3, nil, private)

	err = run([]string{"-"}, strings.NewReader(strings.Replace(string(text), `"stake":100000,"payout":0`, `"stake":100000,"payout":5`, 1)), &bytes.Buffer{})
	require.ErrorContains(t, err, "line 2 differs")
	err = run([]string{"-"}, strings.NewReader(string(text[:bytes.LastIndex(text, []byte(`{"seal"`))])), &bytes.Buffer{})
	require.ErrorContains(t, err, "line 5 differs", "the statement is not signed")
	require.ErrorIs(t, run([]string{first, foreign}, nil, &bytes.Buffer{}), errKey)
	require.ErrorIs(t, run([]string{"-key", fmt.Sprintf("%x", other.Public()), first}, nil, &bytes.Buffer{}), errKey)
	require.ErrorIs(t, run([]string{first, alone}, nil, &bytes.Buffer{}), errChain)
	require.ErrorIs(t, run(nil, nil, &bytes.Buffer{}), errUsage)
	require.ErrorIs(t, run([]string{"-key", "zz", first}, nil, &bytes.Buffer{}), errUsage)
	require.Error(t, run([]string{filepath.Join(t.TempDir(), "absent")}, nil, &bytes.Buffer{}))
}
