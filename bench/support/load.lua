-- The load: wrk runs this file with one argument, the path of a plan (another Lua file, which load.ts writes).
-- A plan's `calls` are drawn by weight; `{id}` in a path becomes an id, drawn at random or taken in order, and `{key}` the
-- key that stands beside it.
local threads = {}
local plan, ids, keys, calls, weights
taken = 0

function setup(thread)
  threads[#threads + 1] = thread
end

function init(args)
  plan = dofile(args[1])
  math.randomseed(plan.seed)
  ids, keys, calls, weights = {}, {}, {}, 0
  for line in io.lines(plan.ids) do
    local id, key = line:match("^(%S+) ?(%S*)$")
    ids[#ids + 1], keys[#keys + 1] = id, key
  end
  wrk.headers["Authorization"] = "Bearer " .. plan.key
  for place, call in ipairs(plan.calls) do
    wrk.headers["Content-Type"] = call.body and "application/json"
    local text = wrk.format(call.method, call.path, nil, call.body)
    local before, after = text:match("^(.-){id}(.*)$")
    local last, tail = (after or text):match("^(.-){key}(.*)$")
    weights = weights + call.weight
    if tail and after then
      after = last
    end
    calls[place] = { upTo = weights, before = before or last or text, after = after, tail = tail }
  end
end

local function drawCall()
  if #calls == 1 then
    return calls[1]
  end
  local drawn = math.random(weights)
  for _, call in ipairs(calls) do
    if drawn <= call.upTo then
      return call
    end
  end
end

function request()
  local call = drawCall()
  if not call.after and not call.tail then
    return call.before
  end
  local place = math.random(#ids)
  if plan.walks then
    place = taken % #ids + 1
    taken = taken + 1
  end
  local text = call.before
  if call.after then
    text = text .. ids[place] .. call.after
  end
  if call.tail then
    text = text .. keys[place] .. call.tail
  end
  return text
end

function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  local form = '\nmeasured {"requests":%d,"microseconds":%d,"refused":%d,"broken":%d,"p50":%d,"p99":%d,"taken":%d}\n'
  local p50, p99 = latency:percentile(50), latency:percentile(99)
  io.write(
    form:format(summary.requests, summary.duration, errors.status, broken, p50, p99, threads[1]:get("taken"))
  )
end
