-- Begins to tie a stream to another history of PostgreSQL: the stream is deleted, and publishing is refused until
-- settle.lua. KEYS[1] stream, KEYS[2] its origin; ARGV: history, id after which it begins.
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[2], 'history', ARGV[1], 'begin', ARGV[2], 'clearing', '1')
return 1
