package pg

// GrantKey is the advisory lock of who changes grants.
const GrantKey = int64(grantKey)
