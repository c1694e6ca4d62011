-- Ties a stream to another name of the same history, unless it is tied to a third one by now, or is being cleared.
-- KEYS[1] origin of the stream; ARGV: the name that it had, or '', and the name that it gets.
local origin = redis.call('HMGET', KEYS[1], 'history', 'clearing')
if origin[2] or (origin[1] or '') ~= ARGV[1] then return redis.error_reply('HISTORY ' .. (origin[1] or '')) end
redis.call('HSET', KEYS[1], 'history', ARGV[2])
return 1
