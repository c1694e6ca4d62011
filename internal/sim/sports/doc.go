// Package sports is the simulated vendor's sports feed: a calendar of invented leagues for every sport of the book, matches that are played, and
// markets whose prices follow them.
//
// Everything is a function of a seed and a time (Calendar): the whole course of a match is drawn when it is first looked at, from the seed, its league
// and its number, and the prices of a moment follow from what has happened by then. Nothing is stored, a restart repeats nothing, and two processes
// of one seed on one architecture say the same. Results decide no game of chance of this vendor, so they need not come from crypto/rand.
package sports
