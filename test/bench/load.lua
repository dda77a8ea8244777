-- wrk: sends the prepared requests in turn, each connection the next one, and prints what was measured as JSON.
local requests = {}
local at = 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  while true do
    local length = file:read("*n")
    if length == nil then break end
    file:read(1)
    requests[#requests + 1] = file:read(length)
  end
  file:close()
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local e = summary.errors
  print(string.format('JSON{"rate":%.1f,"p50":%.3f,"p99":%.3f,"answers":%d,"errors":%d}',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    summary.requests, e.status + e.connect + e.read + e.write + e.timeout))
end
