-- One operation for wrk: method, path and body with {placeholders}. Each request fills them with a random user and uses the key
-- of the user's tenant. Requests that consume or switch a user take the users reserved for it one after the other (they are
-- spread evenly), and stop when all are used. Requests for blocked addresses use only users who have some.

local keys, method, path, body, users, victims, sessions, used, last

function init(arguments)
  method, path, body = arguments[1], arguments[2], arguments[3]
  users, victims, sessions = tonumber(arguments[5]), tonumber(arguments[6]), tonumber(arguments[7])
  used, last = tonumber(arguments[8]), tonumber(arguments[9])
  keys = {}
  for key in io.lines(arguments[4]) do keys[#keys + 1] = {['X-API-KEY'] = key, ['Content-Type'] = 'application/json'} end
  math.randomseed(os.time())
end

local function usesUp() return path:find('{owner}') or path:find('{leaver}') or path:find('{turn}') or path:find('{many}') end

function request()
  local user = math.random(users)
  if usesUp() then
    used = used + 1
    user = used * math.floor(users / victims)
    -- A few more requests are sent before the thread stops.
    if used == last then wrk.thread:stop() end
  elseif path:find('blocked_ips') then
    user = math.max(10, user - user % 10)
  end
  local id = 100000000 + user
  -- Each user has a single session. A revocation of all but this one would revoke nothing.
  local session = path:find('{session}') and 200000000 + user or 'another'
  local ofMany = 900000000 + used * math.max(1, math.floor(sessions / victims))
  -- The seed has every second of the reserved users switched off.
  local off = used % 2 == 1
  local places = {user = id, turn = id, same = id, owner = id, leaver = id, session = session, other = 30000099, many = ofMany,
    number = math.random(1000000), disable = off and 'enable' or 'disable', verify = off and 'verify' or 'unverify'}
  local fill = function(template) return (template:gsub('{(%l+)}', places)) end
  return wrk.format(method, fill(path), keys[user % #keys + 1], body ~= '' and fill(body) or nil)
end

function done(summary)
  local errors = summary.errors
  io.write(string.format('RESULT %d %d\n', summary.requests,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
