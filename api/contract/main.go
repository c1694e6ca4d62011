// Command contract writes what both sides of the wire know, from the one route table: TypeScript types for the pages and
// an OpenAPI 3.1 document for everybody else. `go generate ./api` runs it; CI fails when the files are stale.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"hubstake/api/server"
	"hubstake/internal/platform/obs"
)

func main() {
	if len(os.Args) != 2 {
		os.Exit(obs.Fail("contract", fmt.Errorf("the root of the repository is expected")))
	}
	if err := write(os.Args[1]); err != nil {
		os.Exit(obs.Fail("contract", err))
	}
}

func write(root string) error {
	routes := server.Routes(server.Services{})
	doc, err := openAPI(routes)
	if err != nil {
		return err
	}
	for path, content := range map[string][]byte{
		"web/src/shared/api/contract.gen.ts": typeScript(routes),
		"api/server/openapi.json":            doc,
	} {
		if err := os.WriteFile(filepath.Join(root, path), content, 0o644); err != nil {
			return fmt.Errorf("write contract: %w", err)
		}
	}
	return nil
}
