-- One operation for wrk: method, path and body with {placeholders}, filled for each request. Rows that a request consumes or
-- switches are used one after the other, from the given one on, and the run ends before all are used. So each request makes a
-- change. Other values are random.

local ffi = require('ffi')
ffi.cdef('typedef struct { long seconds, nanoseconds; } moment; int clock_gettime(int clock, moment *now);')
local function seconds()
  local now = ffi.new('moment')
  ffi.C.clock_gettime(1, now)
  return tonumber(now.seconds) + tonumber(now.nanoseconds) / 1e9
end

-- Seconds until the end of the rows; global, because done() reads it.
lasted = 0
local used, rows, began
local user, place, pass
-- The seed has users and emails switched off at odd places. Each pass over the users switches all to the other state.
local function switch(off, on) return function() return (place + pass) % 2 == 0 and off or on end end
local places = {
  user = function() user = math.random(10000001, 10020000); return user end,
  same = function() return user end,
  -- All users, one after the other, but scattered: 7919 and 20000 have no common factor.
  turn = function()
    place, pass = used * 7919 % 20000, math.floor(used / 20000)
    used, user = used + 1, 10000001 + place
    return user
  end,
  disable = switch('disable', 'enable'),
  verify = switch('unverify', 'verify'),
  -- A group that the user of this turn is not in. In the seed, the user is in the one before.
  other = function() return 30000001 + (place + 2 + pass) % 100 end,
  group = function() return math.random(30000001, 30000100) end,
  number = function() return math.random(1000000) end,
  owner = function() return 10000001 + used % 20000 end,
  session = function() used = used + 1; return 20000000 + used end,
  leaver = function() used = used + 1; return 10000000 + used end,
}
local function fill(template) return (template:gsub('{(%l+)}', function(name) return places[name] and places[name]() end)) end

local method, path, body, headers
function init(arguments)
  method, path, body = arguments[1], arguments[2], arguments[3]
  headers = {['X-API-KEY'] = arguments[4], ['Content-Type'] = 'application/json'}
  math.randomseed(os.time())
  used = tonumber(arguments[6] or '') or 0
  rows = tonumber(arguments[5] or '') or math.huge
end

function request()
  began = began or seconds()
  -- A few more requests are sent before the thread stops.
  if used == rows - 200 then
    lasted = seconds() - began
    wrk.thread:stop()
  end
  return wrk.format(method, fill(path), headers, body ~= '' and fill(body) or nil)
end

local loader
function setup(thread) loader = thread end

function done(summary, latency)
  local errors, lasted = summary.errors, loader:get('lasted')
  io.write(string.format('RESULT %d %.6f %d %.3f %.3f\n', summary.requests, lasted > 0 and lasted or summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
