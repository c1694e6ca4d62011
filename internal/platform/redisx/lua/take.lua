-- Takes one token out of a bucket. The stored value is the moment at which the bucket will be full again; a full bucket is
-- not stored. The time is the server's, so that all who share the bucket agree. KEYS[1] the bucket; ARGV: µs until one more
-- token is in it, tokens in a full one. Answers 0, or how many µs there are until a token is in it; then none was taken.
local t = redis.call('TIME')
local now = tonumber(t[1]) * 1000000 + tonumber(t[2])
local every = tonumber(ARGV[1])
local room = every * tonumber(ARGV[2])
local full = tonumber(redis.call('GET', KEYS[1]) or now)
if full < now then full = now end
if full > now + room then full = now + room end -- the clock was set back: no caller waits longer than for a whole bucket
full = full + every
if full > now + room then return full - room - now end
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
return 0
