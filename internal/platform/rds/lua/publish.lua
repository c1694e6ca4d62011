-- Appends entries to one stream in order and, together with each, the state that it changes to its projection.
-- Ids are the outbox's own: a repeat is refused by the stream and therefore harmless.
-- KEYS[1] stream, KEYS[2] its epoch, KEYS[3…] projections.
-- ARGV: epoch to set if there is none, MAXLEN, MINID or '', the last id that the stream got or '', number of entries, then for each entry:
--   id, number of field arguments (0: projection only), fields …,
--   index of the projection key (0: none), version field, version, number of field arguments, fields …
-- Answers BEHIND and the id with which the stream ends, and does nothing, when it lost that last id but not its epoch.
if not redis.call('SET', KEYS[2], ARGV[1], 'NX') and ARGV[4] ~= '' then
  local ends = '0-0'
  if redis.call('EXISTS', KEYS[1]) == 1 then
    local info = redis.call('XINFO', 'STREAM', KEYS[1])
    for i = 1, #info, 2 do
      if info[i] == 'last-generated-id' then ends = info[i + 1] end
    end
  end
  if ends ~= ARGV[4] then
    local function before(a, b) -- decimal numbers; those of 64 bits do not fit into Lua's
      if #a ~= #b then return #a < #b end
      return a < b
    end
    local hi, lo = string.match(ends, '(%d+)-(%d+)')
    local wantHi, wantLo = string.match(ARGV[4], '(%d+)-(%d+)')
    if before(hi, wantHi) or hi == wantHi and before(lo, wantLo) then
      return redis.error_reply('BEHIND ' .. ends)
    end
  end
end
local n, p = 0, 6
for _ = 1, tonumber(ARGV[5]) do
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
