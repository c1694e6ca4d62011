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
	carried := map[branchKey]waterfall.Sum{}
	for _, name := range flags.Args() {
		proof, err := read(name, in)
		if err == nil {
			err = check(proof, last, key)
		}
		if err == nil {
			err = checkBranches(proof, carried)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(out, "%s: equal. %s of %s, statement %d of %s: %d lines, %d bets, stake %d, paid %d, counted %d; rolling %d, losing %d, to be paid %d %s\n",
			name, proof.Day, proof.Partner, proof.No, proof.Site, proof.Lines, proof.Bets, proof.Stake, proof.Payout, proof.Valid, proof.Rolling, proof.Losing, proof.Amount, proof.Currency)
		if proof.OwedIn < 0 || proof.OwedOut < 0 {
			fmt.Fprintf(out, "  owed before %d, of which %d were taken from the PT, owed now %d\n", -proof.OwedIn, proof.Repaid, -proof.OwedOut)
		}
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
	case last != nil && (p.Before != last.Hash || p.No != last.No+1 || p.CarriedIn != carriedOut(last, p.Format) || p.OwedIn != last.OwedOut || p.Partner != last.Partner):
		return errChain
	}
	return nil
}

// carriedOut returns what a statement carries over to one of another form: from FormatBranch on, branches carry what is negative.
func carriedOut(last *waterfall.Proof, format int) waterfall.Sum {
	if format != last.Format && last.CarriedOut.Sign() < 0 {
		return waterfall.Sum{}
	}
	return last.CarriedOut
}

// branchKey names a branch.
type branchKey struct{ partner, above string }

// checkBranches compares what branches carry in with what they carried out of the statements before, and notes what they carry out. A branch that had nothing on a day is not in
// the statement of that day.
func checkBranches(p *waterfall.Proof, carried map[branchKey]waterfall.Sum) error {
	for _, b := range p.Branches {
		k := branchKey{b.Partner, b.Above}
		if was, known := carried[k]; known && was != b.CarriedIn {
			return fmt.Errorf("%w: the branch of %s carries %v in, after %v", errChain, b.Partner, b.CarriedIn, was)
		}
		carried[k] = b.CarriedOut
	}
	return nil
}
