// Command recompute computes a partner's commission statements again from the files alone, and trusts the operator in nothing: not its database and not
// its site.
//
//	recompute [-key HEX] FILE …    statements of one partner, oldest first; - is the standard input
//
// Of each file it computes every line from what it says of the bet and of the rates, the totals, and the signature. Files behind each other must follow
// each other: the hash that a statement names as the one before, what it carries in, and its number. It exits with 1 when anything differs, and shows
// the first line that does. With -key the signatures must be of that key; note the key of your site the first time.
package main

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"hubstake/internal/core/waterfall"
)

var (
	errUsage = errors.New("recompute [-key HEX] FILE …")
	errKey   = errors.New("the statement is signed by another key")
	errChain = errors.New("the statement does not follow the one before")
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "recompute: %v\n", err)
		os.Exit(1)
	}
}

// run computes the files that args name and prints what each comes to.
func run(args []string, in io.Reader, out io.Writer) error {
	flags := flag.NewFlagSet("recompute", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	keyText := flags.String("key", "", "the key of the site, 64 hexadecimal digits")
	if err := flags.Parse(args); err != nil || flags.NArg() == 0 {
		return errUsage
	}
	key, err := hex.DecodeString(*keyText)
	if err != nil || (len(key) != 0 && len(key) != ed25519.PublicKeySize) {
		return fmt.Errorf("-key: %w", errUsage)
	}
	var last *waterfall.Proof
	for _, name := range flags.Args() {
		proof, err := read(name, in)
		if err == nil {
			err = check(proof, last, key)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(out, "%s: equal. %s of %s, statement %d of %s: %d lines, %d bets, stake %d, paid %d, counted %d; rolling %d, losing %d, to be paid %d %s\n",
			name, proof.Day, proof.Partner, proof.No, proof.Site, proof.Lines, proof.Bets, proof.Stake, proof.Payout, proof.Valid, proof.Rolling, proof.Losing, proof.Amount, proof.Currency)
		fmt.Fprintf(out, "  SHA-256 %x\n  signed by %x\n", proof.Hash, proof.Key)
		last = proof
	}
	return nil
}

func read(name string, in io.Reader) (*waterfall.Proof, error) {
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("open: %w", err)
		}
		defer func() { _ = file.Close() }()
		in = file
	}
	proof, err := waterfall.Recompute(in)
	if err != nil {
		return nil, fmt.Errorf("differs: %w", err)
	}
	return proof, nil
}

// check compares a statement with the key that is expected, and with the one before it.
func check(p, last *waterfall.Proof, key ed25519.PublicKey) error {
	switch {
	case len(key) > 0 && !key.Equal(p.Key), last != nil && !last.Key.Equal(p.Key):
		return fmt.Errorf("%w: %x", errKey, p.Key)
	case last != nil && (p.Before != last.Hash || p.No != last.No+1 || p.CarriedIn != last.CarriedOut || p.OwedIn != last.OwedOut || p.Partner != last.Partner):
		return errChain
	}
	return nil
}
