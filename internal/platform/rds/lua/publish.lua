-- Appends entries to one stream in order and, together with each, the state that it changes to its projection.
-- Ids are the outbox's own: a repeat is refused by the stream and therefore harmless.
-- KEYS[1] stream, KEYS[2] its epoch, KEYS[3…] projections.
-- ARGV: epoch to set if there is none, MAXLEN, MINID or '', number of entries, then for each entry:
--   id, number of field arguments (0: projection only), fields …,
--   index of the projection key (0: none), version field, version, number of field arguments, fields …
redis.call('SET', KEYS[2], ARGV[1], 'NX')
local n, p = 0, 5
for _ = 1, tonumber(ARGV[4]) do
  local id, nf = ARGV[p], tonumber(ARGV[p + 1])
  p = p + 2
  if nf > 0 then
    local r = redis.pcall('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], id, unpack(ARGV, p, p + nf - 1))
    if type(r) == 'table' and r.err then
      if not string.find(r.err, 'equal or smaller', 1, true) then return r end
    else
      n = n + 1
    end
  end
  p = p + nf
  local k, vf, ver, np = tonumber(ARGV[p]), ARGV[p + 1], ARGV[p + 2], tonumber(ARGV[p + 3])
  p = p + 4
  if k > 0 then
    local has = redis.call('HGET', KEYS[k], vf)
    if not has or tonumber(has) <= tonumber(ver) then
      redis.call('HSET', KEYS[k], vf, ver, unpack(ARGV, p, p + np - 1))
    end
  end
  p = p + np
end
if ARGV[3] ~= '' then redis.call('XTRIM', KEYS[1], 'MINID', '~', ARGV[3]) end
return n
