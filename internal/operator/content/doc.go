// Package content is what staff publishes on a site: banners of the main page, popups before and after login, the lists of
// codes that the pages show by name, and its terms, privacy notice and cookie notice.
//
// Tables: content_banner, content_popup, content_text (their translations), content_picture (uploaded pictures, JPEGs that internal/core/picture wrote),
// content_code (of the product, filled by the seed), content_document and content_document_text (versions of the legal documents), content_consent (who
// agreed to which version).
//
// A banner or popup is a Campaign: one row with a text in each of its languages. Readers see the text in their language; without one, or while it is
// a draft, they see that of the site's default language if it is done, else the source, if the campaign is for everyone, else nothing. A translation is marked when its source
// changed after it (Changed), until staff changes or checks it.
//
// Invariants: a published version and an agreement are never changed or deleted; triggers and grants refuse it. A new version asks members when they
// log in next; it blocks nothing. A site has at most MaxPictures pictures, each once; one that nothing shows is deleted after a day (PrunePictures, a
// job of workers/jobs). Pictures are drawings of the product or uploaded ones of the site, links are http(s) or paths of the site, a popup's content is
// cleaned before (internal/core/richtext).
//
// Each action of staff (Save…, Delete…, UploadPicture, PublishDocument) is one transaction with its entry in the audit; a refused picture is noted there
// too. Add… is for the seed.
//
// Events: none; the pages read them when they begin. Locks, in the order of internal/operator/audit: the pictures of the site (advisory, uploads
// only), the row that is changed, its pictures in the order of their hashes, the head of the audit.
package content
