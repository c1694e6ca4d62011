package member

// FoundSQL is the statement whose plan the tests look at.
const FoundSQL = foundSQL

// SameName is the comparison of S-25 and D-70.
var SameName = sameName
