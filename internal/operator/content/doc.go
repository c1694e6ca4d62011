// Package content is what staff publishes on a site: banners of the main page, popups before and after login, the lists of
// codes that the pages show by name, and its terms, privacy notice and cookie notice.
//
// Tables: content_banner, content_popup (of a site), content_code (of the product, filled by the seed), content_document and
// content_document_text (versions of the legal documents), content_consent (who agreed to which version).
//
// Invariant: a published version and an agreement are never changed or deleted; triggers and grants refuse it. A new version asks
// members when they log in next; it blocks nothing.
// Pictures are paths of
// the site, links are http(s) or paths of the site, a popup's content is cleaned before (internal/core/richtext).
//
// Each action of staff (Save…, Delete…, PublishDocument) is one transaction with its entry in the audit; Add… is for the
// seed.
//
// Events: none; the pages read them when they begin. Locks, in the order of internal/operator/audit: the row that is changed, the head of
// the audit.
package content
