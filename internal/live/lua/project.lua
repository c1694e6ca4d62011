-- Writes fields of a projection unless it already holds a newer version of that group.
-- KEYS[1] projection, KEYS[2] the origin of its stream; ARGV: history or '', version field, version, PEXPIREAT in ms or 0, then field, value …
-- Answers HISTORY and does nothing when the stream is not tied to that history: the fields may be of one that PostgreSQL has lost.
local history = redis.call('HGET', KEYS[2], 'history') or ''
if history ~= ARGV[1] then return redis.error_reply('HISTORY ' .. history) end
local has = redis.call('HGET', KEYS[1], ARGV[2])
if has and tonumber(has) > tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3], unpack(ARGV, 5))
if ARGV[4] ~= '0' then redis.call('PEXPIREAT', KEYS[1], ARGV[4]) end
return 1
