-- Ends what clear.lua began, unless yet another history has begun since: the stream has a new epoch and may be filled.
-- KEYS[1] epoch of the stream, KEYS[2] its origin; ARGV: history, epoch.
if redis.call('HGET', KEYS[2], 'history') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('HDEL', KEYS[2], 'clearing')
return 1
