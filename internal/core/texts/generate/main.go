// Command generate writes texts.gen.json: the texts of the site that the API needs, from the site's own locale files.
// make check runs it and refuses a file that is stale.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"hubstake/internal/core/texts"
)

// locales is the folder of the site's texts, seen from internal/core/texts.
const locales = "../../../web/src/shared/i18n/locales"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	all := map[string]texts.Language{}
	for _, name := range texts.Languages {
		var l texts.Language
		var points map[string]string
		if err := read(name, "api", &l.Codes); err != nil {
			return err
		}
		if err := read(name, "point", &points); err != nil {
			return err
		}
		l.PointKinds = map[string]string{}
		for key, text := range points {
			if kind, ok := strings.CutPrefix(key, "kind."); ok {
				l.PointKinds[kind] = text
			}
		}
		all[name] = l
	}
	out, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return fmt.Errorf("texts: %w", err)
	}
	if err := os.WriteFile("texts.gen.json", append(out, '\n'), 0o644); err != nil {
		return fmt.Errorf("texts: %w", err)
	}
	return nil
}

func read(language, namespace string, into *map[string]string) error {
	b, err := os.ReadFile(filepath.Join(locales, language, namespace+".json"))
	if err != nil {
		return fmt.Errorf("texts: %w", err)
	}
	if err := json.Unmarshal(b, into); err != nil {
		return fmt.Errorf("texts of %s: %w", language, err)
	}
	return nil
}
