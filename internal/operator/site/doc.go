// Package site holds a site and its options: every number of spec/decisions.md that a site may set is a field of Options
// with the decided value as its default, and texts take their numbers from there.
//
// Tables: site_site, site_switch (switches of the site, its functions, and the parts of its offer: providers, groups, products, games),
// site_window (scheduled maintenance, which turns these switches).
// Events: INSPECT to the whole site and QUEUE to its staff when maintenance begins or ends (D-35), a part of the offer is switched, or
// scheduled maintenance that members see is announced or changed.
// Locks, in the order of internal/operator/audit: the row of the site, the window, the head of the audit.
package site
