-- Writes fields of a projection unless it already holds a newer version of that group.
-- KEYS[1] projection; ARGV: version field, version, PEXPIREAT in ms or 0, then field, value …
local has = redis.call('HGET', KEYS[1], ARGV[1])
if has and tonumber(has) > tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2], unpack(ARGV, 4))
if ARGV[3] ~= '0' then redis.call('PEXPIREAT', KEYS[1], ARGV[3]) end
return 1
