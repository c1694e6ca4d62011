package coretest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"hubstake/internal/core/richtext"
)

// The usual attempts to make another person's page run a script. Each is cleaned as a content and as a title.
var attacks = []string{
	`<script>alert(1)</script>`,
	`<SCRIPT SRC=//evil.example/x.js></SCRIPT>`,
	`<scr<script>ipt>alert(1)</scr</script>ipt>`,
	`<script/x>alert(1)</script>`,
	`<script x>alert(1)</script x>`,
	`<<script>alert(1);//<</script>`,
	`<script>alert(1)`,
	`<script src="data:text/javascript,alert(1)"></script>`,
	`</script><script>alert(1)</script>`,
	`"><script>alert(1)</script>`,
	`'><img src=x onerror=alert(1)>`,
	`<img src=x onerror=alert(1)>`,
	`<img src="x" onerror="alert(1)">`,
	`<img/src=x/onerror=alert(1)>`,
	`<IMG SRC=javascript:alert(1)>`,
	`<img src="jav&#x09;ascript:alert(1)">`,
	`<img src="jav&#x0A;ascript:alert(1)">`,
	`<img src=" &#14; javascript:alert(1)">`,
	`<img src=&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)>`,
	`<img """><script>alert(1)</script>">`,
	`<img src=x:x onerror=alert(1)//`,
	`<img srcset="x" src onerror=alert(1)>`,
	`<img src="/art/games/comet.svg" onload=alert(1)>`,
	`<a href="javascript:alert(1)">x</a>`,
	`<a href="JaVaScRiPt:alert(1)">x</a>`,
	`<a href=" javascript:alert(1)">x</a>`,
	`<a href="java&Tab;script:alert(1)">x</a>`,
	`<a href="java&NewLine;script&colon;alert(1)">x</a>`,
	`<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>`,
	`<a href="vbscript:msgbox(1)">x</a>`,
	`<a href="//evil.example">x</a>`,
	`<a href="/\evil.example">x</a>`,
	`<a href=https://ok.example onmouseover=alert(1)>x</a>`,
	`<a href="https://ok.example" style="position:fixed;inset:0">x</a>`,
	`<svg onload=alert(1)>`,
	`<svg/onload=alert(1)//`,
	`<svg><script>alert(1)</script></svg>`,
	`<svg><animate onbegin=alert(1) attributeName=x dur=1s>`,
	`<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>`,
	`<svg><use href="data:image/svg+xml,<svg id='x' onload='alert(1)'/>#x"/></svg>`,
	`<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>`,
	`<math href="javascript:alert(1)">x</math>`,
	`<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
	`<template><script>alert(1)</script></template>`,
	`<iframe src="javascript:alert(1)"></iframe>`,
	`<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
	`<object data="javascript:alert(1)"></object>`,
	`<embed src="javascript:alert(1)">`,
	`<applet code="x"></applet>`,
	`<form action="javascript:alert(1)"><input type=submit></form>`,
	`<form><button formaction=javascript:alert(1)>x</button></form>`,
	`<input autofocus onfocus=alert(1)>`,
	`<select autofocus onfocus=alert(1)>`,
	`<textarea autofocus onfocus=alert(1)>`,
	`<details open ontoggle=alert(1)>`,
	`<video><source onerror="alert(1)"></video>`,
	`<audio src=x onerror=alert(1)>`,
	`<body onload=alert(1)>`,
	`<marquee onstart=alert(1)>x</marquee>`,
	`<meta http-equiv="refresh" content="0;url=javascript:alert(1)">`,
	`<base href="javascript:alert(1)//">`,
	`<link rel=stylesheet href="javascript:alert(1)">`,
	`<style>@import 'javascript:alert(1)';</style>`,
	`<style>*{background:url(javascript:alert(1))}</style>`,
	`<div style="background:url(javascript:alert(1))">x</div>`,
	`<div style="width:expression(alert(1))">x</div>`,
	`<p onclick=alert(1) id=login class=admin name=x>x</p>`,
	`<table background="javascript:alert(1)"><tr><td>x</td></tr></table>`,
	`<xss onpointerrawupdate=alert(1)>x</xss>`,
	`<!--<img src="--><img src=x onerror=alert(1)//">`,
	`<![CDATA[<script>alert(1)</script>]]>`,
	`<?xml version="1.0"?><script>alert(1)</script>`,
	"<img src=\"java\x00script:alert(1)\">",
	"<scr\x00ipt>alert(1)</scr\x00ipt>",
	`&lt;script&gt;alert(1)&lt;/script&gt;`,
	`&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;`,
	`＜script＞alert(1)＜/script＞`,
	`+ADw-script+AD4-alert(1)+ADw-/script+AD4-`,
}

var allowedElements = map[string][]string{ // elements and their attributes
	"a": {"href", "rel", "target"}, "img": {"src", "alt"},
	"p": nil, "br": nil, "b": nil, "strong": nil, "i": nil, "em": nil, "u": nil, "s": nil, "h2": nil, "h3": nil, "h4": nil, "ul": nil, "ol": nil,
	"li": nil, "blockquote": nil, "hr": nil, "code": nil, "pre": nil, "table": nil, "thead": nil, "tbody": nil, "tr": nil, "th": nil, "td": nil,
}

// requireHarmless reads a content as a browser does and looks at every element, attribute and address of it.
func requireHarmless(t *testing.T, content, why string) {
	t.Helper()
	body := &xhtml.Node{Type: xhtml.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := xhtml.ParseFragment(strings.NewReader(content), body)
	require.NoError(t, err)
	var look func(*xhtml.Node)
	look = func(n *xhtml.Node) {
		require.NotEqual(t, xhtml.CommentNode, n.Type, why)
		if n.Type == xhtml.ElementNode {
			require.Contains(t, allowedElements, n.Data, why)
			for _, a := range n.Attr {
				require.Contains(t, allowedElements[n.Data], a.Key, why)
				switch a.Key {
				case "href":
					require.True(t, richtext.Link(a.Val), "%s: %s", why, a.Val)
				case "src":
					require.True(t, richtext.Picture(a.Val), "%s: %s", why, a.Val)
				}
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			look(c)
		}
	}
	for _, n := range nodes {
		look(n)
	}
}

func TestNothingThatRunsIsLeft(t *testing.T) {
	t.Parallel()
	require.GreaterOrEqual(t, len(attacks), 60)
	for _, a := range attacks {
		c, _ := richtext.Clean("before " + a + " after")
		require.True(t, strings.HasPrefix(c.Text, "before"), a)
		requireHarmless(t, c.HTML, a)
		again, ok := richtext.Clean(c.HTML)
		require.True(t, ok, a)
		require.Equal(t, c, again, "what is clean stays as it is: %s", a)

		title, ok := richtext.Title("before " + a + " after")
		require.True(t, ok, a)
		for _, mark := range []string{"<script", "<img", "<svg", "</", "onerror="} {
			require.NotContains(t, strings.ToLower(title), mark, a)
		}
	}
}

func TestWhatPeopleWriteIsKept(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]richtext.Content{
		"<p>Hello <b>all</b></p><p>a &lt; b &amp; c</p>": {HTML: "<p>Hello <b>all</b></p><p>a &lt; b &amp; c</p>", Text: "Hello all\na < b & c"},
		"one\ntwo":                      {HTML: "one\ntwo", Text: "one\ntwo"},
		"<ul><li>x</li><li>y</li></ul>": {HTML: "<ul><li>x</li><li>y</li></ul>", Text: "x\ny"},
		"<table><tr><th>A</th><td>1</td></tr></table>": {HTML: "<table><tr><th>A</th><td>1</td></tr></table>", Text: "A 1"},
		`<img src="/art/games/comet.svg" alt="comet">`: {HTML: `<img src="/art/games/comet.svg" alt="comet">`},
		`<a href="/cs">help</a>`:                       {HTML: `<a href="/cs" rel="nofollow noreferrer">help</a>`, Text: "help"},
		`<a href="https://ok.example/a?b=1">ok</a>`: {
			HTML: `<a href="https://ok.example/a?b=1" rel="nofollow noreferrer noopener" target="_blank">ok</a>`, Text: "ok",
		},
		"안녕 สวัสดี 你好 こんにちは Chào": {HTML: "안녕 สวัสดี 你好 こんにちは Chào", Text: "안녕 สวัสดี 你好 こんにちは Chào"},
	} {
		got, ok := richtext.Clean(written)
		require.True(t, ok, written)
		require.Equal(t, want, got, written)
	}
	require.Equal(t, richtext.Content{HTML: "a &lt; b<br>c", Text: "a < b\nc"}, richtext.Plain("a < b\nc"))
}

func TestNothingAndTooMuchAreRefused(t *testing.T) {
	t.Parallel()
	for _, nothing := range []string{"", " \n\t", "<p> </p>", "<script>alert(1)</script>", "\x00\x01", "<img src=x>"} {
		_, ok := richtext.Clean(nothing)
		require.False(t, ok, nothing)
		_, ok = richtext.Title(nothing)
		require.False(t, ok, nothing)
	}
	for n, fits := range map[int]bool{richtext.MaxContent: true, richtext.MaxContent + 1: false} {
		_, ok := richtext.Clean(strings.Repeat("ก", n))
		require.Equal(t, fits, ok, n)
	}
	_, ok := richtext.Clean("x" + strings.Repeat("<b>", 20_000))
	require.False(t, ok, "marks without text")
	for n, fits := range map[int]bool{richtext.MaxTitle: true, richtext.MaxTitle + 1: false} {
		_, ok := richtext.Title(strings.Repeat("한", n))
		require.Equal(t, fits, ok, n)
	}
}

func TestATitleIsOneLineOfText(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"  Two\nlines ": "Two lines", "1 < 2 & 3 > 2": "1 < 2 & 3 > 2", "<b>bold</b>": "bold", "right\u202Eleft": "rightleft",
	} {
		got, ok := richtext.Title(written)
		require.True(t, ok, written)
		require.Equal(t, want, got)
	}
}

// https://bank.test@evil.test shows one site and leads to another.
func TestALinkShowsWhereItLeads(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"https://user:pw@evil.test", "https://good.test@evil.test/", "http://@evil.test", "https:///evil.test", "https://a@b@c"} {
		require.False(t, richtext.Link(address), address)
		c, _ := richtext.Clean(`<p>see <a href="` + address + `">x</a></p>`)
		require.NotContains(t, c.HTML, "href", address)
	}
	for _, address := range []string{"https://ok.test", "https://ok.test/@name?mail=a@b.test#x@y", "http://ok.test?x=@", "/board/1@2"} {
		require.True(t, richtext.Link(address), address)
	}
}
