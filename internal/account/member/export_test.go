package member

// FoundSQL is the statement whose plan the tests look at.
const FoundSQL = foundSQL
