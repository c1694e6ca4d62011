// Package board holds what a site publishes: the ticker (mq), notices, events, answers to frequent questions, and the free
// board on which members write. Contents are rich text that was cleaned before (internal/richtext); those of before that
// are plain text, and are made rich when they are read.
//
// Tables: board_post, board_comment. A post without a language is for readers of every language; members write such ones.
// What a member wrote is shown or not by staff, and never changed.
//
// Events: MARQUEE to the site when the ticker changes. Locks: none beyond the row whose views are counted.
package board
