// Package archtest checks the shape of the code: who may import whom, who may touch which table, where floats, clocks and
// randomness may be. design.md, section 3, gives the reasons.
package archtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	module = "hubstake/"
	root   = "../.."
)

type pkg struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
	Deps                               []string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Dir                                string
}

// name is the path of a package inside the module.
func (p pkg) name() string { return strings.TrimPrefix(p.ImportPath, module) }

func packages(t *testing.T) []pkg {
	t.Helper()
	all, err := listed()
	require.NoError(t, err)
	require.NotEmpty(t, all)
	return all
}

// listed asks the go command once for all tests.
var listed = sync.OnceValues(func() (all []pkg, err error) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports,Deps,GoFiles,TestGoFiles,XTestGoFiles,Dir", "./...")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		all = append(all, p)
	}
})

// mostTestBinaries bounds the packages with tests: each is a program of its own, which is linked in each run, for about three seconds of a processor.
const mostTestBinaries = 95

func TestTestsAreFewPrograms(t *testing.T) {
	t.Parallel()
	tested := slices.DeleteFunc(slices.Clone(packages(t)), func(p pkg) bool { return len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 })
	require.LessOrEqual(t, len(tested), mostTestBinaries, "put the tests of small packages together, as api/routestest does")
}

// areas are the folders of internal that hold domains, lowest first: a domain may import its own area and those that are
// listed for it. `go list` refuses circles between packages; this refuses circles between areas.
var areas = map[string][]string{
	"operator":   {},
	"ledger":     {"operator"},
	"account":    {"operator", "ledger"},
	"funds":      {"operator", "ledger", "account"},
	"play":       {"operator", "ledger", "account"},
	"support":    {"operator", "account", "funds"},
	"partners":   {"operator", "ledger", "account", "funds", "play"},
	"accounting": {"operator", "ledger", "account", "funds", "play", "partners"},
}

// edges are the imports between domains, one by one.
var edges = map[string][]string{
	"agent":      {"audit", "credential", "member", "notice", "site"},
	"commission": {"approval", "audit", "partner", "site", "wallet"},
	"partner":    {"approval", "audit", "cash", "credential", "member", "message", "personal", "protection", "site", "turnover", "wallet"},
	"approval":   {"audit", "site"},
	"board":      {"audit", "content"},
	"cash":       {"approval", "audit", "credential", "member", "message", "personal", "promo", "protection", "site", "turnover", "wallet"},
	"content":    {"audit"},
	"correction": {"approval", "audit", "member", "site", "turnover", "wallet"},
	"betgate":    {"site"},
	"bet":        {"betgate", "casino", "provider", "site", "sports", "wallet"},
	"casino":     {"approval", "audit", "betgate", "message", "provider", "site", "wallet"},
	"game":       {"audit", "betgate", "casino", "member", "provider", "site", "transfer"},
	"inquiry":    {"audit", "cash", "credential", "member", "message", "personal"},
	"member":     {"approval", "audit", "content", "credential", "message", "personal", "site", "wallet"},
	"minigame":   {"audit", "bet", "betgate", "casino", "provider", "site", "wallet"},
	"notice":     {"audit"},
	"pattern":    {"audit", "site"},
	"personal":   {"audit", "notice"},
	"point":      {"member", "site", "turnover", "wallet"},
	"provider":   {"approval", "audit", "notice", "site"},
	"promo":      {"approval", "audit", "member", "message", "site", "turnover", "wallet"},
	"protection": {"audit", "credential", "member"},
	"report":     {"audit", "personal", "site"},
	"settle":     {"approval", "audit", "bet", "message", "site", "sports"},
	"sports":     {"approval", "audit", "site"},
	"transfer":   {"betgate", "member", "provider", "wallet"},
	"turnover":   {"site", "wallet"},
	"settings":   {"approval", "audit", "notice", "site"},
	"site":       {"audit"},
	"staff":      {"approval", "audit", "credential", "member", "notice", "personal"},
	"reconcile":  {"audit", "bet", "cash", "casino", "commission", "minigame", "partner", "transfer", "turnover", "wallet"},
}

// place is where a package stands: its layer and, of a domain, its area and its name.
type place struct{ layer, area, domain string }

func placeOf(name string) place {
	parts := strings.Split(name, "/")
	switch {
	case name == "internal": // the SQL functions of all domains, embedded
		return place{layer: "sql"}
	case parts[0] != "internal":
		return place{layer: parts[0]}
	case areas[parts[1]] != nil:
		return place{layer: "domain", area: parts[1], domain: parts[2]}
	default:
		return place{layer: parts[1]} // core, platform, access, live, feed, hubclient, sim, testkit, archtest
	}
}

// domains returns the name and the area of each domain, and of each folder of internal/live, which has tables as well.
func domains(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, area := range append(slices.Collect(maps.Keys(areas)), "live") {
		entries, err := os.ReadDir(filepath.Join(root, "internal", area))
		require.NoError(t, err)
		for _, e := range entries {
			if !e.IsDir() {
				continue
			}
			require.NotContains(t, all, e.Name(), "two domains of one name")
			all[e.Name()] = area
		}
	}
	return all
}

// layers says what a package of each layer may import. The drawing in ARCHITECTURE.md is compared with it.
var layers = map[string][]string{
	"core":        {"core"},
	"sql":         {},
	"platform":    {"core", "platform", "sql"},
	"access":      {"core", "platform", "access"},
	"live":        {"core", "platform", "access", "live"},
	"domain":      {"core", "platform", "access", "live", "domain"},
	"feed":        {"core", "platform", "feed"}, // other people's data, translated into changes: it knows no table
	"sim":         {"core", "platform", "sim"},
	"hub":         {"core", "platform", "access", "live", "hub"},
	"api":         {"core", "platform", "access", "live", "domain", "api"},
	"workers":     {"core", "platform", "access", "live", "domain", "feed", "workers"},
	"hubclient":   {"core", "hubclient"},
	"monitoring":  {"core", "platform", "hubclient", "monitoring"},
	"loadtest":    {"core", "platform", "access", "live", "domain", "sim", "hub", "hubclient", "loadtest"}, // it plays a vendor and proves the books
	"deployments": {"core", "platform", "access", "live", "domain", "deployments"},
	"testkit":     {"core", "platform", "access", "live", "domain", "testkit"},
	"archtest":    {},
}

func TestImports(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		from := placeOf(p.name())
		require.Contains(t, layers, from.layer, "%s is in no layer", p.name())
		for _, imp := range p.Imports {
			if name, ours := strings.CutPrefix(imp, module); ours {
				to := placeOf(name)
				require.Contains(t, layers[from.layer], to.layer, "%s imports %s", p.name(), name)
				if from.layer == "domain" && to.layer == "domain" && from.domain != to.domain {
					require.Contains(t, edges[from.domain], to.domain, "%s imports %s", p.name(), name)
					require.Contains(t, append(areas[from.area], from.area), to.area, "%s imports %s", p.name(), name)
				}
				if from.layer == "platform" && to.layer == "core" {
					require.Contains(t, []string{"internal/core/clock", "internal/core/id"}, name, "%s: the platform knows no product words", p.name())
				}
				if from.layer == "domain" && to.layer == "live" {
					require.Equal(t, "internal/live/outbox", name, "%s: a domain writes facts and knows no projection", p.name())
				}
				if from.layer == "api" && to.layer == "api" && path2(p.name()) != path2(name) {
					require.Contains(t, []string{"api", "api/server", "api/contract"}, path2(p.name()), "area %s imports %s", p.name(), name)
				}
				if strings.HasSuffix(name, "db") && (to.layer == "domain" || to.layer == "live") && strings.Count(name, "/") == 3 {
					require.Equal(t, filepath.Dir(name), p.name(), "%s is private to its domain", name)
				}
				continue
			}
			if from.layer == "domain" || from.layer == "core" {
				require.False(t, strings.HasPrefix(imp, "github.com/gofiber/") || strings.HasPrefix(imp, "github.com/redis/"),
					"%s imports %s: a domain knows neither HTTP nor Redis", p.name(), imp)
			}
		}
		if from.layer == "hub" {
			for _, dep := range p.Deps {
				require.False(t, strings.HasPrefix(dep, "github.com/jackc/pgx"), "%s reaches %s: the hub never touches PostgreSQL", p.name(), dep)
			}
		}
	}
}

// path2 is the first two segments of a path: the area of the api.
func path2(name string) string {
	parts := strings.SplitN(name, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], "/")
}

var table = regexp.MustCompile(`\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+([a-z]+_[a-z_]+)\b`)

// foreign lists what the SQL functions of a folder touch of other domains, table by table. A new entry needs a reason as good as
// an import between domains; an entry that is no longer needed must go.
var foreign = map[string][]string{
	"operator/audit":     {},
	"funds/cash":         {"casino_tx", "turnover_need", "turnover_state", "wallet_ledger", "wallet_ref"},
	"operator/content":   {},
	"play/game":          {"member_session", "outbox_event"},
	"account/member":     {},
	"live/outbox":        {},
	"partners/partner":   {"member_member"},
	"platform/pg":        {},
	"funds/promo":        {},
	"account/protection": {"cash_request", "casino_round", "member_member", "member_session", "outbox_event", "partner_send", "site_site", "wallet_balance", "wallet_ledger"},
	"play/bet":           {"casino_round", "member_member", "settle_due", "settle_outcome", "site_site", "sports_cursor", "sports_event", "sports_market", "sports_selection"},
	"play/betgate":       {"game_game", "game_launch", "game_product", "member_member", "partner_closed", "protection_member", "provider_provider", "site_site", "site_switch"},
	"play/minigame":      {"casino_round", "member_member", "site_site"},
	"play/pattern":       {"bet_bet", "bet_leg", "site_site", "sports_market"},
	"play/settle": {
		"bet_bet", "bet_cash_out", "bet_correction", "bet_leg", "casino_round", "member_member", "sports_event", "sports_market", "sports_result", "sports_selection", "sports_truth",
		"wallet_balance",
	},
	"play/sports":   {"settle_due", "settle_otherwise_matches", "settle_outcome"},
	"play/casino":   {"game_launch", "member_member", "member_session", "outbox_event", "provider_key", "provider_provider", "site_site", "wallet_balance"},
	"operator/site": {"outbox_event"},
	"ledger/turnover": {
		"casino_round", "game_game", "game_product", "site_site", "transfer_account", "transfer_order", "wallet_balance",
	},
	"ledger/wallet": {"outbox_event"},
}

// moved are the tables that keep the name of the domain from which theirs was split off.
var moved = map[string]string{"member_staff": "staff", "member_staff_try": "staff", "member_staff_recovery": "staff", "member_staff_view": "staff", "member_staff_access": "approval"}

// ownerOf returns the domain of a table called <domain>_<thing>.
func ownerOf(table string) string {
	if owner := moved[table]; owner != "" {
		return owner
	}
	switch domain, _, _ := strings.Cut(table, "_"); domain {
	case "invariant":
		return "reconcile"
	case "once":
		return "idempotency"
	default:
		return domain
	}
}

// What SQL functions touch of other domains is known and does not grow unseen.
func TestSQLFunctionsTouchTheirOwnDomain(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(root, "internal", "*/*/functions.sql"))
	require.NoError(t, err)
	known := domains(t)
	folders := map[string]bool{}
	for _, file := range files {
		folder, err := filepath.Rel(filepath.Join(root, "internal"), filepath.Dir(file))
		require.NoError(t, err)
		folders[folder] = true
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		code := regexp.MustCompile(`(?m)--.*$`).ReplaceAllString(string(text), "")
		touched := []string{}
		for _, m := range table.FindAllStringSubmatch(code, -1) {
			owner := ownerOf(m[1])
			if known[owner] != "" && owner != filepath.Base(folder) {
				touched = append(touched, strings.Fields(m[0])[1])
			}
		}
		slices.Sort(touched)
		require.ElementsMatch(t, foreign[folder], slices.Compact(touched), "%s", file)
	}
	for folder := range foreign {
		require.True(t, folders[folder], "%s has no functions.sql", folder)
	}
}

// A table <domain>_<thing> appears in its own domain only. report, projection, reconcile and commission
// read all, and write their own.
func TestTablesAreTouchedByTheirDomainOnly(t *testing.T) {
	t.Parallel()
	known := domains(t)
	for d, area := range known {
		err := filepath.WalkDir(filepath.Join(root, "internal", area, d), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || strings.HasSuffix(path, "_test.go") || (filepath.Ext(path) != ".sql" && filepath.Ext(path) != ".go") || e.Name() == "functions.sql" {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range table.FindAllStringSubmatch(string(text), -1) {
				owner := ownerOf(m[1])
				if known[owner] != "" {
					reader := (slices.Contains([]string{"report", "projection", "reconcile", "commission"}, d) || filepath.Base(path) == "check.go") && !regexp.MustCompile(`INTO|UPDATE|TABLE`).MatchString(m[0])
					require.True(t, owner == d || reader, "%s: %s", path, m[0])
				}
			}
			return err
		})
		require.NoError(t, err)
	}
}

// goFiles lists the Go files below a folder, tests and generated code included.
func goFiles(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(root, dir), func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && path != root && (e.Name() == "node_modules" || strings.HasPrefix(e.Name(), ".")):
			return fs.SkipDir
		case filepath.Ext(path) == ".go":
			files = append(files, path)
		}
		return nil
	})
	require.NoError(t, err)
	return files
}

// walk parses every Go file below a folder, tests aside.
func walk(t *testing.T, dir string, visit func(path string, f *ast.File)) {
	t.Helper()
	for _, path := range goFiles(t, dir) {
		if !strings.HasSuffix(path, "_test.go") {
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			visit(path, f)
		}
	}
}

func TestNoFloatsWhereMoneyIs(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"core/money", "core/odds", "core/draw", "core/fixture", "feed", "ledger", "funds", "play"} {
		walk(t, "internal/"+dir, func(path string, f *ast.File) {
			if filepath.Base(path) == "metrics.go" { // Prometheus counts in floats; nothing reads them back
				return
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					require.False(t, id.Name == "float64" || id.Name == "float32", "%s has a %s", path, id.Name)
				}
				if lit, ok := n.(*ast.BasicLit); ok {
					require.NotEqual(t, token.FLOAT, lit.Kind, "%s has the literal %s", path, lit.Value)
				}
				return true
			})
		})
	}
}

// Rules decide by an injected clock, and what must not be guessed comes from crypto/rand.
func TestClockAndRandomness(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"internal", "api", "hub", "workers"} {
		walk(t, dir, func(path string, f *ast.File) {
			rel, _ := filepath.Rel(root, path)
			for _, imp := range f.Imports {
				name, _ := strconv.Unquote(imp.Path.Value)
				if strings.HasPrefix(name, "math/rand") && !strings.HasPrefix(rel, "internal/testkit/") { // tests repeat their random steps by a seed
					// jitter of a retry, of a drain: nothing depends on its not being guessed
					require.Contains(t, jitter, rel, "%s imports %s", rel, name)
				}
			}
			if strings.HasPrefix(rel, "internal/core/clock/") || strings.HasPrefix(rel, "internal/platform/obs/") ||
				strings.HasPrefix(rel, "internal/testkit/") || strings.HasPrefix(rel, "internal/sim/") || filepath.Base(rel) == "main.go" {
				return
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "Now" {
					x, isIdent := sel.X.(*ast.Ident)
					require.False(t, isIdent && x.Name == "time", "%s calls time.Now", rel)
				}
				return true
			})
		})
	}
}

var jitter = []string{"internal/platform/pg/pg.go", "internal/platform/loopback/loopback.go", "hub/server/direct.go", "hub/client/node.go", "workers/poll/poll.go"}

// A handler is a doorway: what must be one transaction, and the audit of what staff does, is a method of a domain.
func TestHandlersOpenNoTransactions(t *testing.T) {
	t.Parallel()
	planted, err := parser.ParseFile(token.NewFileSet(), "planted.go", `package p
		import ("hubstake/internal/operator/audit"; db "hubstake/internal/platform/pg")
		func f() { _ = audit.Act(ctx, pool, nil); _ = db.InTx(ctx, pool, nil); _ = audit.Note(ctx, pool, entry); _, _ = pool.BeginTx(ctx, opts) }`, 0)
	require.NoError(t, err)
	require.Equal(t, []string{"audit.Act", "db.InTx", "pool.BeginTx"}, transactions(planted))
	walk(t, "api", func(path string, f *ast.File) {
		if rel, _ := filepath.Rel(root, path); rel != "api/provider/command.go" { // the command line of an operator, no handler
			require.Empty(t, transactions(f), "%s begins a transaction", rel)
		}
	})
}

// transactions lists what a file uses that begins a transaction or writes to the audit's chain.
func transactions(f *ast.File) (uses []string) {
	refused := map[string]string{module + "internal/platform/pg": "InTx", module + "internal/operator/audit": "Act"}
	names := map[string]string{}
	for _, imp := range f.Imports {
		path, _ := strconv.Unquote(imp.Path.Value)
		name := filepath.Base(path)
		if imp.Name != nil {
			name = imp.Name.Name
		}
		names[name] = refused[path]
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			x, isIdent := sel.X.(*ast.Ident)
			if isIdent && names[x.Name] == sel.Sel.Name || sel.Sel.Name == "BeginTx" {
				uses = append(uses, types.ExprString(sel))
			}
		}
		return true
	})
	return uses
}

func TestTestkitStaysInTests(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if placeOf(p.name()).layer == "testkit" {
			continue
		}
		for _, imp := range p.Imports {
			require.False(t, strings.HasPrefix(imp, module+"internal/testkit"), "%s imports %s", p.name(), imp)
		}
	}
}
