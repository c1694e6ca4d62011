// Package game is the catalogue of games, the launch of one, and a member's history of rounds.
//
// Tables: game_product (a vendor's lobby), game_game, game_launch (a window that was opened: its token is what the vendor
// sends back with each bet). A launch ends by time, when the page saw its window closed, when the same session launches
// another game, or with its session.
//
// Events: GAME tells the session's projection until when the game lives (data1, Unix ms; 0 none), so that the hub's watcher
// can say TK999. Not delivered to clients.
//
// Lock order: launches of one session follow each other by an advisory lock; no other row is held. No call to a vendor is
// made in a transaction: a launch is reserved, asked for, confirmed.
package game
