// Package personal keeps the personal data of members unreadable in the database (S-98): phone, number and holder of the bank account, and
// the name; and of guests the contact that they leave with an inquiry. A copy of the database, a backup or a replica shows none of them
// without the keys.
//
// Tables: personal_state, of one row: whether values are sealed yet; personal_look: how often each member of staff looked at values in the clear.
//
// Showing: staff sees values masked (Mask, MaskName). A Look names whose values it wants in the clear and why; the domain that has them
// answers it, in one transaction with the entry of the audit, which holds reason and fields and never a value.
//
// Sealing: each value is sealed by itself with AES-256-GCM (internal/platform/vault). The text names its key and is bound to its column and
// its row, so a value that is copied to another member or another column does not open. An empty value stays empty.
//
// Finding: what is sealed cannot be compared, so a row also holds blind indexes: the first 16 bytes of HMAC-SHA-256 under a key of its own,
// over the kind of value and its stored form. Unique indexes on them decide who has a phone or an account, as they did on the values
// themselves. Staff finds exact values, and the last four digits of phones and accounts; parts of names and phones cannot be found.
//
// Expand, migrate, contract: the release that brought the columns writes plain values as before until `api personal seal` is run, because
// the programs of the release before read them. From then on every program writes sealed values only (Sealed), and the command moves
// the rows of before. Both forms are read at all times. Writers hold a shared lock on that decision until they commit, so none writes
// a plain value after the command has begun.
//
// Rotation: rows under another key than the current ones are sealed again by the same command, beside everything else: in batches, each one
// statement that replaces what it has read and nothing newer. It may be broken off and repeated at any time. Older keys open as long as
// the settings name them. While two index keys are in use, writers of one value wait for each other (Claim), because the unique
// index sees only values under the same key.
package personal
