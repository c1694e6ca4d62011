// Package board holds the site's announcements: the ticker (mq), notices, events and answers to frequent questions.
//
// Tables: board_post. A post without a language is for readers of every language.
//
// Events: MARQUEE to the site when a line of the ticker appears. Locks: none beyond the row whose views are counted.
package board
