package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// productWords name things of the product. They have no place in the names of internal/platform: what knows a member or a game
// belongs to core, access, live or a domain.
var productWords = []string{
	"balance", "bet", "bonus", "cash", "casino", "coupon", "deposit", "game", "inquiry", "member", "mem", "partner", "point", "points",
	"provider", "session", "sid", "site", "staff", "turnover", "unread", "upline", "vendor", "wallet", "withdrawal",
}

// humps are where a word ends in a name: before a capital after a small letter, and before the last of several capitals.
var humps = regexp.MustCompile(`([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])`)

// words splits a name in camel case.
func words(name string) []string {
	return strings.Fields(strings.ToLower(humps.ReplaceAllString(name, "$1$3 $2$4")))
}

// namedAfterProduct returns the exported names of a file, with those of fields and methods, that contain a word of the product.
func namedAfterProduct(f *ast.File) (found []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		var names []*ast.Ident
		switch n := n.(type) {
		case *ast.BlockStmt:
			return false
		case *ast.FuncDecl:
			names = []*ast.Ident{n.Name}
		case *ast.TypeSpec:
			names = []*ast.Ident{n.Name}
		case *ast.ValueSpec:
			names = n.Names
		case *ast.Field:
			names = n.Names
		}
		for _, id := range names {
			if id.IsExported() && slices.ContainsFunc(words(id.Name), func(w string) bool { return slices.Contains(productWords, w) }) {
				found = append(found, id.Name)
			}
		}
		return true
	})
	return found
}

func TestPlatformKnowsNoProductWords(t *testing.T) {
	t.Parallel()
	planted, err := parser.ParseFile(token.NewFileSet(), "planted.go", `package planted
		const MaxBet = 1
		type Caller struct { MemID string; Key string; site string }
		func SessionKey(sid string) string { return sid }
		func (Caller) CountMember() {}
		func CompositeAlphabet() {}
		var WalletURL, PGWallet, Network string`, parser.SkipObjectResolution)
	require.NoError(t, err)
	require.Equal(t, []string{"MaxBet", "MemID", "SessionKey", "CountMember", "WalletURL", "PGWallet"}, namedAfterProduct(planted))
	walk(t, "internal/platform", func(path string, f *ast.File) {
		require.Empty(t, namedAfterProduct(f), "%s: the platform knows no product words", path)
	})
}
