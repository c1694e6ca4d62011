-- One event as the relay publishes it: the entry and the projection at once, so that a snapshot is never older than an event.
-- KEYS: stream, projection. ARGV: member, cmd, data1, data2, ver, at.
local groups = { CASH = { 'ver', 'cash', 'points' }, MSG = { 'mver', 'unread' } }
local member, cmd, data1, data2, ver, at = unpack(ARGV)
redis.call('XADD', KEYS[1], 'MAXLEN', '~', 100000, '*',
  'member', member, 'cmd', cmd, 'data1', data1, 'data2', data2, 'ver', ver, 'at', at)
local g = groups[cmd]
redis.call('HSET', KEYS[2], g[1], ver, g[2], data1)
if g[3] then redis.call('HSET', KEYS[2], g[3], data2) end
return 1
