// Package content is what staff hang up on a site: banners of the main page, popups before and after log-in, and the lists of
// codes that the pages show by name.
//
// Tables: content_banner, content_popup (of a site), content_code (of the product, filled by the seed). Pictures are paths of
// the site, links are http(s) or paths of the site, a popup's content is cleaned before (internal/richtext).
//
// Events: none; the pages read them when they begin. Locks: none.
package content
