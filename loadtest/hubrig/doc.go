// Package hubrig is a hub on a stand: one hub process, a Redis that keeps nothing and as many members with a session as are
// wanted, written to Redis as the workers write them. There is no api, no PostgreSQL and no relay, so that what is measured is
// the hub. Linux only, like the measuring itself.
//
// Every process that a stand starts has an owner here: it ends with Close, and with us when we are killed. The hub is started
// again when it dies; Deaths tells how often.
package hubrig
