package commission_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/ledger/wallet"
)

// M10: of all kinds of moves, those of the table lessen the losing share and no other does. Corrections of bets, closed accounts and partners' payments never raise it.
func TestOnlyTheKindsOfTheTableCountAsGifts(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	w.bet(tr, "mlow01", 1, 1_000_000, 0, monday.Add(time.Hour))
	want := []string{}
	for i, k := range append(wallet.Kinds(), wallet.Kind{Name: "of.tomorrow"}) {
		w.exec(`INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, created_at)
			VALUES ('mlow01', 'KRW', $1, 'cash', 'promo', $2, 1, 0, 'x', $3)`, i+1, k.Name, monday.Add(2*time.Hour))
		if k.Gift == wallet.IsGift {
			want = append(want, strconv.Itoa(i+1))
		}
	}
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	require.Equal(t, want, w.column("SELECT version FROM commission_bonus ORDER BY version"))
}

// The table has every kind that the product moves money for, and no other: a new move must say how it counts, and what it is called.
func TestTheTableHasEveryKindOfMove(t *testing.T) {
	t.Parallel()
	used := map[string]string{}
	for _, name := range []string{"bet", "win", "win.promo", "rollback"} {
		used[name] = "play/casino: the kinds of a provider's operations"
	}
	for _, rule := range []string{"again", "first", "new", "weekend"} {
		used["bonus."+rule] = "funds/promo: the rules of bonuses"
	}
	named, moving := map[string]map[string]bool{}, map[string]bool{} // by folder
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "test/") || strings.Contains(path, "testkit") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := filepath.Dir(path)
		if named[dir] == nil {
			named[dir] = map[string]bool{}
		}
		names, moves := kindsOf(file)
		maps.Copy(named[dir], names)
		moving[dir] = moving[dir] || moves
		return nil
	})
	require.NoError(t, err)
	for dir, names := range named {
		for name := range names {
			if moving[dir] {
				used[name] = dir
			}
		}
	}
	known := []string{}
	for _, k := range wallet.Kinds() {
		require.Contains(t, used, k.Name, "no money is moved for it")
		require.NotEmpty(t, k.Units, k.Name)
		known = append(known, k.Name)
	}
	require.True(t, slices.IsSorted(known))
	for _, name := range slices.Sorted(maps.Keys(used)) {
		require.Contains(t, known, name, fmt.Sprintf("%s moves money for a kind that internal/ledger/wallet/kinds.go does not know", used[name]))
	}
}

// kindsOf returns the kinds that a file which moves money names: Kind of a wallet.Move, assignments to it, constants that are called after kinds, and the table of a
// partner's sends. It reports whether there is a wallet.Move among them.
func kindsOf(file *ast.File) (out map[string]bool, moves bool) {
	out = map[string]bool{}
	text := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil && s != "" {
				out[s] = true
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if of, ok := n.Type.(*ast.SelectorExpr); ok && of.Sel.Name == "Move" {
				moves = true
				for _, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok && kv.Key.(*ast.Ident).Name == "Kind" {
						text(kv.Value)
					}
				}
			}
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				if sel, ok := to.(*ast.SelectorExpr); ok && sel.Sel.Name == "Kind" && len(n.Rhs) == len(n.Lhs) {
					text(n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				lower := strings.ToLower(name.Name)
				if n.Type == nil && len(n.Values) == len(n.Names) && (strings.HasPrefix(lower, "kind") || strings.HasSuffix(lower, "kind")) {
					text(n.Values[i])
				}
				if name.Name == "sendMoves" {
					for _, e := range n.Values[i].(*ast.CompositeLit).Elts {
						for _, k := range e.(*ast.KeyValueExpr).Value.(*ast.CompositeLit).Elts {
							text(k)
						}
					}
				}
			}
		}
		return true
	})
	return out, moves
}
