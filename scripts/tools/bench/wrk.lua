-- Requests paths of a list in random order; prints what was measured as one line of JSON.
-- wrk … -s wrk.lua URL -- FILE_OF_PATHS
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("seed", threads * 7919)
end

function init(args)
  paths = {}
  for line in io.lines(args[1]) do paths[#paths + 1] = line end
  math.randomseed(seed)
  requests_made = {}
  for i, path in ipairs(paths) do requests_made[i] = wrk.format("GET", path) end
end

function request()
  return requests_made[math.random(#requests_made)]
end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format('\nJSON {"requests":%d,"seconds":%.6f,"bytes":%d,"p50":%.3f,"p90":%.3f,"p99":%.3f,"max":%.3f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration / 1e6, summary.bytes, latency:percentile(50) / 1000, latency:percentile(90) / 1000, latency:percentile(99) / 1000, latency.max / 1000,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
