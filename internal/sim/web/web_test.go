package web

import (
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"maps"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/sim/game"
	"hubstake/internal/sim/table"
)

func pages(t *testing.T) *Pages {
	t.Helper()
	p, err := New()
	require.NoError(t, err)
	return p
}

var placeholder = regexp.MustCompile(`\{\w+\}`)

// Every language has every text, with the same things to fill in.
func TestTextsAreComplete(t *testing.T) {
	t.Parallel()
	p := pages(t)
	for _, l := range Languages {
		require.Len(t, p.texts[l.Key], len(p.texts["en"]), l.Key)
		for key, english := range p.texts["en"] {
			text := p.texts[l.Key][key]
			require.NotEmpty(t, text, "%s %s", l.Key, key)
			want, got := placeholder.FindAllString(english, -1), placeholder.FindAllString(text, -1)
			slices.Sort(want)
			slices.Sort(got)
			require.Equal(t, want, got, "%s %s", l.Key, key)
		}
	}
}

// Everything that the scripts and pages name exists: texts, and for every symbol its text and picture.
func TestNothingNamedIsMissing(t *testing.T) {
	t.Parallel()
	p := pages(t)
	texts := p.texts["en"]
	used := map[string]bool{}
	named := regexp.MustCompile(`(?:\bt\(|data-t=|data-label=|\.Text )"([a-zA-Z.]+)"`)
	require.NoError(t, fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		raw, err := files.ReadFile(name)
		for _, m := range named.FindAllStringSubmatch(string(raw), -1) {
			require.Contains(t, texts, m[1], name)
			used[m[1]] = true
		}
		for key := range texts {
			used[key] = used[key] || strings.Contains(string(raw), `t(`) && strings.HasSuffix(name, ".js") && strings.Contains(string(raw), `"`+key+`"`)
		}
		if strings.HasSuffix(name, ".svg") {
			for d := xml.NewDecoder(strings.NewReader(string(raw))); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else {
					require.NoError(t, err, name)
				}
			}
			require.NotContains(t, string(raw), "<script", name)
			require.NotContains(t, strings.ReplaceAll(string(raw), "http://www.w3.org/2000/svg", ""), "http", "art comes from nowhere else: %s", name)
		}
		return err
	}))
	for _, g := range game.Catalogue() {
		info := g.Info()
		for _, l := range Languages {
			require.NotEmpty(t, info.Names[l.Key], "%s in %s", info.Code, l.Key)
		}
		for _, f := range info.Fish {
			require.Contains(t, texts, "fish."+f.Name)
			require.Contains(t, p.etags, "/assets/art/"+info.Code+"/"+f.Name+".svg")
		}
		for _, s := range info.Spots {
			require.Contains(t, texts, "roulette.kind."+s.Kind)
			if s.Kind == game.SpotEven || s.Kind == game.SpotDozen {
				require.Contains(t, texts, "roulette.on."+s.Code)
			}
		}
		for _, s := range info.Symbols {
			require.Contains(t, texts, "symbol."+s.Name)
			require.Contains(t, p.etags, "/assets/art/"+info.Code+"/"+s.Name+".svg")
			if s.Role != "" {
				require.Contains(t, texts, "role."+s.Role)
			}
		}
	}
	for _, g := range game.All() {
		code := g.Info().Code
		scenes, err := files.ReadFile("assets/js/scene.js")
		require.NoError(t, err)
		if regexp.MustCompile(code + `: picture\(`).Match(scenes) {
			require.Contains(t, p.etags, "/assets/art/"+code+"/scene.svg")
		} else {
			require.Regexp(t, `const `+code+` = `, string(scenes), "a game without a scene")
		}
	}
	for _, g := range table.All() {
		info := g.Info()
		for _, l := range Languages {
			require.NotEmpty(t, info.Names[l.Key], "%s in %s", info.Code, l.Key)
		}
		for _, asset := range []string{"art/" + info.Code + "/tile.svg", "js/" + info.Engine + ".js", info.Engine + ".css"} {
			require.Contains(t, p.etags, "/assets/"+asset)
		}
		for _, k := range info.Kinds {
			require.Contains(t, texts, map[string]string{table.EngineBaccarat: "spot.", table.EngineRace: "race."}[info.Engine]+k.Code)
		}
		require.Contains(t, texts, "phase."+info.Engine)
	}
	built := []string{"symbol.", "role.", "code.", "volatility.", "jackpot.", "spot.", "phase.", "boat.", "suit.", "baccarat.", "fish.", "roulette.kind.", "roulette.on."} // keys that scripts put together
	for key := range texts {
		require.True(t, used[key] || slices.ContainsFunc(built, func(b string) bool { return strings.HasPrefix(key, b) }), "nobody uses %s", key)
	}
}

var fontRange = regexp.MustCompile(`U\+([0-9A-F]+)`)

// The faces are cut to the characters that the pages use (fonts.mjs): each text and each name of a game can be written with
// those of its language, so no device shows boxes.
func TestFontsHoldEveryCharacter(t *testing.T) {
	t.Parallel()
	p := pages(t)
	for _, l := range Languages {
		css, err := files.ReadFile("assets/fonts/" + l.Key + ".css")
		require.NoError(t, err)
		held := map[rune]bool{' ': true, '\u00a0': true}
		for _, m := range fontRange.FindAllStringSubmatch(string(css), -1) {
			code, err := strconv.ParseInt(m[1], 16, 32)
			require.NoError(t, err)
			held[rune(code)] = true
		}
		for _, m := range regexp.MustCompile(`url\("([^"]+)"\)`).FindAllStringSubmatch(string(css), -1) {
			require.Contains(t, p.etags, "/assets/fonts/"+m[1])
		}
		written := strings.Join(slices.Collect(maps.Values(p.texts[l.Key])), "")
		for _, g := range game.Catalogue() {
			written += g.Info().Names[l.Key] + g.Info().Own().Names[l.Key] + g.Info().Studio
		}
		for _, g := range table.All() {
			written += g.Info().Names[l.Key] + g.Info().Studio
		}
		for _, r := range written {
			require.True(t, held[r], "%s: no face has %q: run fonts.mjs", l.Key, r)
		}
	}
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"vn": "vn", "ko": "ko", "jp": "jp", "cn": "cn", "vi": "vn", "zh": "cn", "ko-KR": "ko", "ja": "jp", "zh-Hans-CN": "cn", "th-TH": "th",
		"": "en", "xx": "en", "../../etc": "en",
	} {
		require.Equal(t, want, Language(given), given)
	}
	require.Equal(t, "th", Accepted("fr;q=0.9, th;q=0.8, en;q=0.1"))
}

func TestAssets(t *testing.T) {
	t.Parallel()
	h := pages(t).Assets()
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest("GET", "/assets/js/game.js", nil))
	require.Equal(t, 200, rec.Code)
	require.Equal(t, "text/javascript; charset=utf-8", rec.Header().Get("Content-Type"))
	again := httptest.NewRequest("GET", "/assets/js/game.js", nil)
	again.Header.Set("If-None-Match", rec.Header().Get("ETag"))
	rec = httptest.NewRecorder()
	h.ServeHTTP(rec, again)
	require.Equal(t, 304, rec.Code)
	for _, missing := range []string{"/assets/", "/assets/js/", "/assets/../pages/game.html", "/assets/none.js"} {
		rec = httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest("GET", missing, nil))
		require.Equal(t, 404, rec.Code, missing)
	}
}

// The policy of the server allows no script and no style inside a page.
func TestPagesHoldNoScriptOfTheirOwn(t *testing.T) {
	t.Parallel()
	p := pages(t)
	for name, write := range map[string]func(*httptest.ResponseRecorder){
		"game": func(w *httptest.ResponseRecorder) {
			p.Game(w, "ko", "cluster", "comet", `<img src=x onerror="alert(1)">`)
		},
		"wheel": func(w *httptest.ResponseRecorder) {
			p.Game(w, "ko", "roulette", "roulette", `<img src=x onerror="alert(1)">`)
		},
		"sea": func(w *httptest.ResponseRecorder) {
			p.Game(w, "ko", "fishing", "reef", `<img src=x onerror="alert(1)">`)
		},
		"table": func(w *httptest.ResponseRecorder) {
			p.Table(w, "ko", "race", "dragonboat", `<img src=x onerror="alert(1)">`)
		},
		"gone":  func(w *httptest.ResponseRecorder) { p.Gone(w, "th") },
		"lobby": func(w *httptest.ResponseRecorder) { p.Lobby(w, "vn", true) },
		"chat":  func(w *httptest.ResponseRecorder) { p.Chat(w, "jp") },
		"watch": func(w *httptest.ResponseRecorder) { p.Watch(w, "cn") },
	} {
		rec := httptest.NewRecorder()
		write(rec)
		html := rec.Body.String()
		require.Contains(t, html, `<html lang="`, name)
		require.NotRegexp(t, `<script(?:>|[^>]*>[^<])`, html, name)
		require.NotRegexp(t, `(?i)<[^>]*\s(?:style|on\w+)=`, html, name)
		require.NotContains(t, html, "<img src=x", name)
	}
	rec := httptest.NewRecorder()
	p.Lobby(rec, "en", false)
	require.NotContains(t, rec.Body.String(), "fault", "no switchboard in production")
}
