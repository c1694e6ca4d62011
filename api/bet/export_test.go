package bet

// Quick is tested with limits that no level has by default.
var Quick = quick
