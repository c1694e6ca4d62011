// Package settings is how staff changes the options of a site (internal/operator/site): some of them at once, checked as a whole, as a new version
// that is kept with what it changed. Restoring an earlier version makes a new one. A change of options that money depends on needs a second
// person unless the site says otherwise (S-84, internal/operator/approval).
//
// Tables: settings_change (append-only), with a row for each version; settings_plan, changes that wait for their time (AdvancePlans). The options
// themselves are those of site_site. Options that a running site must keep (currency, clock, country, length of the withdrawal password) are no part
// of Values; switches of maintenance are set elsewhere. The limits of all levels are one option.
//
// Events: INSPECT with the site's unchanged state and a new version, so that every page reads the options again, and QUEUE settings to the site's
// staff. Other API nodes follow within a second (site.Service).
//
// Locks, in the order of internal/operator/audit: the row of the site, the head of the audit. The change that a second person approves takes the row of
// the site after the request; nothing that holds the row of a site waits for a request or for staff. A plan is locked after the row of the site.
package settings
