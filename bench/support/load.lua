-- The load: wrk runs this file with one argument, the path of a plan (another Lua file, which load.ts writes).
-- A plan's `calls` are drawn by weight; `{id}` in a path becomes an id, drawn at random or taken in order.
local threads = {}
local plan, ids, calls, weights
taken = 0

function setup(thread)
  threads[#threads + 1] = thread
end

function init(args)
  plan = dofile(args[1])
  math.randomseed(plan.seed)
  ids, calls, weights = {}, {}, 0
  for id in io.lines(plan.ids) do
    ids[#ids + 1] = id
  end
  wrk.headers["Authorization"] = "Bearer " .. plan.key
  for place, call in ipairs(plan.calls) do
    wrk.headers["Content-Type"] = call.body and "application/json"
    local text = wrk.format(call.method, call.path, nil, call.body)
    local before, after = text:match("^(.-){id}(.*)$")
    weights = weights + call.weight
    calls[place] = { upTo = weights, before = before or text, after = after }
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
  if not call.after then
    return call.before
  end
  local place = math.random(#ids)
  if plan.walks then
    place = taken % #ids + 1
    taken = taken + 1
  end
  return call.before .. ids[place] .. call.after
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
