// Package oddsapi is a feed from version 4 of the public API of the-odds-api.com: Client asks its endpoints sports, odds and scores, Feed makes
// fixture.Batch of the answers.
//
// The API answers with the whole current state and has no sequence of changes. An event's Seq is therefore the moment of the question, a market's the
// moment at which the API read it from the bookmaker, so a cached older answer changes nothing. Neither the API nor this package vouches for a
// price afterwards: one that is not confirmed grows stale.
//
// The score of a finished match includes overtime. A three-way market is offered only in sports where that score decides it (soccer, handball). A
// soccer match of a cup may have a score after extra time; such competitions should not be configured without staff who enter results.
package oddsapi
