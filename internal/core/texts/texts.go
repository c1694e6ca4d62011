// Package texts says in a reader's language what the product answers: the refusals, and the kinds of point movements. The texts are
// those of the site's locale files; texts.gen.json holds the part that the API needs and is written by make generate.
package texts

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"

	"hubstake/internal/core/fault"
)

//go:generate go run ./generate

//go:embed texts.gen.json
var generated []byte

// Languages are the product's six (D-58). The first is for readers of whom nothing is known.
var Languages = []string{"vn", "ko", "en", "th", "cn", "jp"}

// Language holds the texts of one language.
type Language struct {
	Codes      map[string]string `json:"codes"`      // result code → sentence with its placeholders, as {{name}}
	PointKinds map[string]string `json:"pointKinds"` // kind of a point movement → words; "other" for all without their own
}

// Reader is who reads an answer.
type Reader struct {
	Language string // one of Languages; anything else reads the first
	Currency string // ISO code of the site's currency; empty when it is not known, and amounts stand without it
}

var all = sync.OnceValue(func() map[string]Language {
	var out map[string]Language
	if err := json.Unmarshal(generated, &out); err != nil {
		panic("texts: texts.gen.json: " + err.Error())
	}
	return out
})

func of(language string) Language {
	if l, ok := all()[language]; ok {
		return l
	}
	return all()[Languages[0]]
}

// Of returns the sentence of a fault, with its figures in the reader's language and the site's currency. A fault that lacks
// the value of a placeholder is shown as fault.Failed, because half a sentence helps no reader.
func Of(f *fault.Fault, r Reader) string {
	if len(f.Missing()) > 0 {
		f = fault.Failed
	}
	text, values := of(r.Language).Codes[f.Code()], f.Params()
	for _, p := range f.Placeholders() {
		text = strings.ReplaceAll(text, "{{"+p.Name+"}}", r.figure(p.Kind, values[p.Name]))
	}
	return text
}

// PointKind returns what a kind of the point ledger is called, for instance "Weekend bonus" for bonus.weekend.
func PointKind(kind, language string) string {
	kinds := of(language).PointKinds
	if text, ok := kinds[kind]; ok {
		return text
	}
	return kinds["other"]
}
