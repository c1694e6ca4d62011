package main

import (
	"context"
	"path/filepath"
	"slices"
)

// goShares part the Go packages by their names. The last one takes what no other names.
var goShares = []struct {
	name  string
	roots []string
}{
	{"go-api", []string{"hubstake/api"}},
	{"go-api-server", []string{"hubstake/api/server"}},
	{"go-hub", []string{"hubstake/hub"}},
	{"go-hub-server", []string{"hubstake/hub/server"}},
	{"go-account", []string{"hubstake/internal/account", "hubstake/internal/support"}},
	{"go-accounting", []string{"hubstake/internal/accounting"}},
	{"go-funds", []string{"hubstake/internal/funds"}},
	{"go-operator", []string{"hubstake/internal/operator"}},
	{"go-partners", []string{"hubstake/internal/partners"}},
	{"go-commission", []string{"hubstake/internal/partners/commission"}},
	{"go-play", []string{"hubstake/internal/play"}},
	{"go-casino", []string{"hubstake/internal/play/casino", "hubstake/internal/play/provider", "hubstake/internal/ledger"}},
	{"go-settle", []string{"hubstake/internal/play/settle", "hubstake/internal/play/minigame"}},
	{"go-platform", []string{"hubstake/internal/platform", "hubstake/internal/access", "hubstake/internal/live"}},
	{"go-sim", []string{"hubstake/internal/sim"}},
	{"go-core", []string{"hubstake/internal/core", "hubstake/internal/feed"}},
	{"go-workers", []string{"hubstake/workers"}},
	{"go-relay", []string{"hubstake/workers/relay"}},
	{"go-deployments", []string{"hubstake/deployments"}},
	{"go-monitoring", []string{"hubstake/monitoring"}},
	{"go-rest", nil},
}

// shareOf is the share of a package: the one that names the longest part of its path.
func shareOf(name string) string {
	best, long := "go-rest", 0
	for _, sh := range goShares {
		for _, root := range sh.roots {
			if below(name, []string{root}) && len(root) > long {
				best, long = sh.name, len(root)
			}
		}
	}
	return best
}

// shares lists all deep tests.
func (p place) shares(ctx context.Context) ([]share, error) {
	packages, err := p.goPackages(ctx)
	if err != nil {
		return nil, err
	}
	seed := p.seed(ctx)
	race := []string{"go", "test", "-race", "-vet=off", "-shuffle=" + seed, "-timeout", "60m"}
	all := []share{{"open-mode", slices.Concat(race, []string{"-tags", "open", "./hub/server"}, openPackages)}}
	for _, sh := range goShares {
		mine := slices.DeleteFunc(slices.Clone(packages), func(name string) bool { return shareOf(name) != sh.name })
		all = append(all, share{sh.name, slices.Concat(race, mine)})
	}
	return append(all,
		share{"trees", goTest("./internal/partners/commission", "^TestStatementsAreThoseOfTheModel$", "-trees", "1000")},
		share{"draws", goTest("./internal/core/draw", "^TestDrawsAreFair$", "-draws", "1000000")},
		p.around("midnight", "2027-05-12T00:00:00+09:00"),
		p.around("month-end", "2027-11-01T00:00:00+09:00"),
		p.around("leap-day", "2028-02-29T00:00:00+09:00"),
		share{"faults", []string{"make", "faults"}},
		share{"money", []string{"make", "chaos", "DURATION=60s", "SEED=" + seed}},
		browser("browser", "--grep-invert=whatever.fails"),
		browser("walk-guests", "--no-deps --grep=^site.*guests.*whatever.fails"),
		browser("walk-members", "--no-deps --grep=^site.*members.*whatever.fails"),
		browser("walk-office", "--no-deps --grep=^site.*office.*whatever.fails"),
		browser("walk-partners", "--no-deps --grep=^site.*partners.*whatever.fails"),
		share{"browser-opening", []string{"make", "test-e2e-opening"}},
		share{"lint", []string{"make", "lint"}},
	), nil
}

// goTest runs one test at a size of its own.
func goTest(pkg, name string, flags ...string) []string {
	return append([]string{"go", "test", "-vet=off", "-timeout", "60m", pkg, "-run", name}, flags...)
}

// browser is a share of the tests in a browser, at the large size. only is Playwright's selection.
func browser(name, only string) share {
	return share{name, []string{"make", "test-e2e", "HUBSTAKE_DEEP=1", "ONLY=" + only}}
}

// around is a share of the packages whose rules have days and months.
func (p place) around(name, moment string) share {
	return share{name, []string{
		filepath.Join(p.root, ".dev", "bin", "dev"), "around", moment, "./internal/operator/...", "./internal/account/...", "./internal/funds/...", "./internal/ledger/...", "./internal/play/...",
		"./internal/partners/...", "./internal/accounting/...", "./workers/workerstest", "./api/routestest",
	}}
}
