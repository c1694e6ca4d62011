-- Appends entries to one stream in order and writes the states that they change to their projections.
-- Ids are the outbox's own: a repeat is refused by the stream and therefore harmless.
-- KEYS[1] stream, KEYS[2] its epoch, KEYS[3] its origin, KEYS[4…] projections.
-- ARGV: epoch to set if there is none, MAXLEN, MINID or '', the last id that the stream got or '', history or '', number of entries, then
--   for each entry: id, number of field arguments (0: projection only), fields …,
--   index of the projection key (0: none), version field, version, TTL in ms if the key has none (0: no end), number of field arguments, fields …
-- Answers HISTORY and does nothing when the stream was filled from another history of PostgreSQL, or is being cleared.
-- Answers BEHIND and the id with which the stream ends, and does nothing, when it lost that last id but not its epoch.
-- A stream that lost its epoch too begins after the last id: what came before is never published again.
local function before(a, b) -- ids; their decimal numbers have up to 64 bits, which do not fit into Lua's
  local ahi, alo = string.match(a, '(%d+)-(%d+)')
  local bhi, blo = string.match(b, '(%d+)-(%d+)')
  if ahi == bhi then ahi, bhi = alo, blo end
  if #ahi ~= #bhi then return #ahi < #bhi end
  return ahi < bhi
end
local origin = redis.call('HMGET', KEYS[3], 'history', 'begin', 'clearing')
if ARGV[5] ~= '' then
  if origin[3] or origin[1] and origin[1] ~= ARGV[5] then return redis.error_reply('HISTORY ' .. origin[1]) end
  if not origin[1] then redis.call('HSET', KEYS[3], 'history', ARGV[5]) end
end
local first = origin[2]
if redis.call('SET', KEYS[2], ARGV[1], 'NX') and ARGV[4] ~= '' and not (first and before(ARGV[4], first)) then
  first = ARGV[4]
  redis.call('HSET', KEYS[3], 'begin', first)
end
if ARGV[4] ~= '' and not (first and before(ARGV[4], first)) and #redis.call('XRANGE', KEYS[1], ARGV[4], ARGV[4]) > 0 then
  first = false -- the last entry is there, so the stream itself refuses what it has; XINFO would cost as much as many entries
elseif ARGV[4] ~= '' then -- trimmed, lost, or never there
  local ends = '0-0'
  if redis.call('EXISTS', KEYS[1]) == 1 then
    local info = redis.call('XINFO', 'STREAM', KEYS[1])
    for i = 1, #info, 2 do
      if info[i] == 'last-generated-id' then ends = info[i + 1] end
    end
  end
  if first and before(ends, first) then
    ends = first
  elseif first then
    first = false -- the stream itself refuses what it has
  end
  if ends ~= ARGV[4] and before(ends, ARGV[4]) then return redis.error_reply('BEHIND ' .. ends) end
end
local n, p = 0, 7
for _ = 1, tonumber(ARGV[6]) do
  local id, nf = ARGV[p], tonumber(ARGV[p + 1])
  p = p + 2
  if nf > 0 and not (first and not before(first, id)) then
    local r = redis.pcall('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], id, unpack(ARGV, p, p + nf - 1))
    if type(r) == 'table' and r.err then
      if not string.find(r.err, 'equal or smaller', 1, true) then return r end
    else
      n = n + 1
    end
  end
  p = p + nf
  local k, vf, ver, ttl, np = tonumber(ARGV[p]), ARGV[p + 1], ARGV[p + 2], ARGV[p + 3], tonumber(ARGV[p + 4])
  p = p + 5
  if k > 0 then
    local has = redis.call('HGET', KEYS[k], vf)
    if not has or tonumber(has) <= tonumber(ver) then
      redis.call('HSET', KEYS[k], vf, ver, unpack(ARGV, p, p + np - 1))
      if ttl ~= '0' and redis.call('PTTL', KEYS[k]) == -1 then redis.call('PEXPIRE', KEYS[k], ttl) end
    end
  end
  p = p + np
end
if ARGV[3] ~= '' then redis.call('XTRIM', KEYS[1], 'MINID', '~', ARGV[3]) end
return n
