// Package board holds what a site publishes: the ticker (mq), notices, events, answers to frequent questions, and the free
// board on which members write. Contents are rich text that was cleaned before (internal/core/richtext); older ones are
// plain text and are converted when they are read.
//
// Tables: board_post, board_comment, board_report. A post of staff is a group of rows of board_post, one for each language it is written
// in: the row whose id is group_id holds its views, comments and version, and gives the number it goes by. Every number of the group
// leads to it. One row is the source, from which the others are translated, as in the campaigns of internal/operator/content, whose rules for texts
// hold here: readers see the text in their language, else a done one in the site's default language, else the source, unless the post is for readers of
// its own languages alone. The source of a post for everyone has no lang, so that nodes of the release before show it to all others. Members write rows without a
// language and without a group. Staff may hide what a member wrote and never changes it. Members change and delete their own; a deleted post or comment
// stays for staff, who cannot show it again. Members report what others wrote, each thing once; staff decide all its reports at once.
//
// An event may have a beginning and an end, which all rows of its group repeat; its state follows from them and the clock.
//
// Each action of staff (Save, Publish, PublishComment, DecideReports) is one transaction with its entry in the audit.
//
// Events: MARQUEE to the site when the ticker changes. Locks, in the order of internal/operator/audit: the
// member who writes (advisory), the row whose views are counted or that staff changes, its pictures (content.ChoosePictures), the head of the audit.
package board
