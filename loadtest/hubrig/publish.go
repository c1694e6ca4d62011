package hubrig

import _ "embed"

// PublishScript publishes one personal event in the words of hub/README.md ("What is read from Redis"): KEYS stream and
// projection, ARGV member, cmd (CASH or MSG), data1, data2, ver, at. Generators outside of this tree, hubbench and k6, load it;
// what is written in Go uses live.Publish, the relay's own.
//
//go:embed publish.lua
var PublishScript string
