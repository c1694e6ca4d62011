package main

import (
	"cmp"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// variant is what is sent.
type variant struct {
	name, meaning string
	args          []string // of walletbench
	slips         bool     // slips of the sportsbook instead, which this program sends
}

var variants = []variant{
	{name: "bets", meaning: "bets of many members", args: []string{"-win", "0"}},
	{name: "hot", meaning: "bets of one member", args: []string{"-win", "0", "-hot"}},
	{name: "rounds", meaning: "bets, and a win for 40 % of them"},
	{name: "slips", meaning: "bets on the sportsbook of signed-in members, half of them folders of three", slips: true},
}

// strangers is the share of the machine's processor time that others may take from a pair before it counts as disturbed.
const strangers = 0.12

var cores = float64(runtime.NumCPU())

// pair is pgbench and then the same seconds of bets, on the same server.
type pair struct {
	transactions float64 // of pgbench, a second
	bets         float64 // answered, a second
	p50, p99     float64 // ms
	generator    float64 // share of one core
	reading
}

func (p pair) ratio() float64 { return p.bets / p.transactions }

// cost returns the µs of processor time that a bet takes of an owner.
func (p pair) cost(owner string) float64 { return p.spent[owner] * 1e6 / (p.bets * p.seconds) }

// measure runs the pairs of a variant and prints each, and the medians last: of those that nothing disturbed, if they are three or more.
func (b *bench) measure(ctx context.Context, v variant) error {
	fmt.Printf("\n%s: %s\n%-7s %9s %6s %6s %7s %7s", v.name, v.meaning, "", "pgbench", "bets", "ratio", "p50 ms", "p99 ms")
	for _, o := range owners {
		fmt.Printf("  %s", o)
	}
	fmt.Printf("  generator  other %%  WAL B\n")
	var all, quiet []pair
	for i := range b.runs {
		p, err := b.pair(ctx, v)
		if err != nil {
			return err
		}
		all = append(all, p)
		if len(p.disturbed) == 0 {
			quiet = append(quiet, p)
		}
		fmt.Println(line(strconv.Itoa(i+1), []pair{p}) + "  " + strings.Join(p.disturbed, ", "))
	}
	which := "all"
	if len(quiet) >= 3 {
		all, which = quiet, "quiet"
	}
	fmt.Println(line("median", all) + fmt.Sprintf("  of %d %s pairs, ratio %.2f to %.2f", len(all), which,
		slices.MinFunc(all, byRatio).ratio(), slices.MaxFunc(all, byRatio).ratio()))
	return nil
}

func byRatio(a, b pair) int { return cmp.Compare(a.ratio(), b.ratio()) }

// line is a row of the table: the medians of the pairs, column by column.
func line(name string, of []pair) string {
	m := func(f func(pair) float64) float64 {
		v := make([]float64, len(of))
		for i, p := range of {
			v[i] = f(p)
		}
		slices.Sort(v)
		return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
	}
	s := fmt.Sprintf("%-7s %9.0f %6.0f %6.2f %7.1f %7.1f", name, m(func(p pair) float64 { return p.transactions }), m(func(p pair) float64 { return p.bets }),
		m(pair.ratio), m(func(p pair) float64 { return p.p50 }), m(func(p pair) float64 { return p.p99 }))
	for _, o := range owners {
		s += fmt.Sprintf("  %*.0f", len(o), m(func(p pair) float64 { return p.cost(o) }))
	}
	return s + fmt.Sprintf("  %9.0f  %7.0f  %5.0f", m(func(p pair) float64 { return p.generator * 1e6 / p.bets }), m(pair.others)*100,
		m(func(p pair) float64 { return float64(p.wal) / (p.bets * p.seconds) }))
}

// others returns the share of the machine that went to processes which are not the product's, the server's or the generator's. The
// kernel's work for sockets is among it, because it belongs to no process.
func (p pair) others() float64 {
	ours := p.generator * p.seconds
	for _, s := range p.spent {
		ours += s
	}
	return max(0, p.busy-ours) / (p.seconds * cores)
}

var (
	tps     = regexp.MustCompile(`(?m)^tps = ([0-9.]+)`)
	figures = regexp.MustCompile(`ops/s=([0-9.]+) p50=([0-9.]+)ms p99=([0-9.]+)ms .* self=([0-9.]+)%`)
	allGood = regexp.MustCompile(`answers=map\[OK:\d+\]`)
)

func (b *bench) pair(ctx context.Context, v variant) (pair, error) {
	seconds := strconv.Itoa(b.seconds)
	out, err := b.output(ctx, "pgbench", "-n", "-N", "-M", "prepared", "-c", "32", "-j", "2", "-T", seconds)
	if err != nil {
		return pair{}, err
	}
	found := tps.FindStringSubmatch(out)
	if found == nil {
		return pair{}, fmt.Errorf("pgbench: no tps in %q", out)
	}
	var p pair
	p.transactions = number(found[1])
	m, err := b.watch(ctx)
	if err != nil {
		return pair{}, err
	}
	defer m.stop()
	load := b.walletbench
	if v.slips {
		load = func(ctx context.Context, _ variant) (pair, error) { return b.slips(ctx) }
	}
	got, err := load(ctx, v)
	if err != nil {
		return pair{}, err
	}
	p.bets, p.p50, p.p99, p.generator = got.bets, got.p50, got.p99, got.generator
	if p.reading, err = m.read(ctx); err != nil {
		return pair{}, err
	}
	if p.others() > strangers {
		p.disturbed = append(p.disturbed, "others")
	}
	return p, nil
}

// walletbench sends bets in the name of a provider.
func (b *bench) walletbench(ctx context.Context, v variant) (p pair, err error) {
	out, err := b.output(ctx, b.program, append([]string{
		"load", "-addr", b.address, "-c", strconv.Itoa(b.callers), "-d", strconv.Itoa(b.seconds) + "s", "-warm", "1s",
		"-vendors", b.vendor, "-secret", "@" + filepath.Join(b.dir, "secret"), "-members-file", filepath.Join(b.dir, "members"),
		"-sign", "2\n{kind}\n{ts}\n{nonce}\n{body}",
		"-header", "X-Version: 2", "-header", "X-Timestamp: {ts}", "-header", "X-Nonce: {nonce}", "-header", "X-Signature: {sig}",
		"-body", `{"tx_id":"{tx}","round_id":"{round}","token":"{token}","member_id":"{member}","game":"` + game + `","currency":"{currency}","amount":"{amount}"}`,
		"-win-body", `{"tx_id":"{tx}","ref_tx_id":"{ref}","round_id":"{round}","token":"{token}","member_id":"{member}","game":"` + game + `","currency":"{currency}","amount":"{amount}"}`,
	}, v.args...)...)
	if err != nil {
		return pair{}, err
	}
	found := figures.FindStringSubmatch(out)
	if found == nil {
		return pair{}, fmt.Errorf("walletbench: no figures in %q", out)
	}
	if !allGood.MatchString(out) {
		return pair{}, fmt.Errorf("walletbench: not all bets were accepted: %s", out)
	}
	p.bets, p.p50, p.p99, p.generator = number(found[1]), number(found[2]), number(found[3]), number(found[4])/100
	return p, nil
}

// number reads a figure that a regular expression has found.
func number(s string) float64 {
	n, _ := strconv.ParseFloat(s, 64)
	return n
}

func (b *bench) output(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = b.dir, b.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return string(out), nil
}
