package outbox

// Statements of Read and Last.
const (
	ReadSQL = readSQL
	LastSQL = lastSQL
)
