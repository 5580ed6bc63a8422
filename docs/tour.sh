#!/usr/bin/env bash
# The tour of the README as a script: every call is made, shown and checked.
#   bash docs/tour.sh [URL]        default: http://localhost:3000
# Needs bash, curl and node, and a running Cairn with the starter library. It publishes two threads, two replies and
# one connection there. Ends with 0 when everything is as said, else with 1 at the first thing that is not.
set -euo pipefail
url=${1:-http://localhost:3000}
url=${url%/}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

step() { printf '\n== %s\n' "$1"; }
fail() {
  printf '  NOT AS SAID: %s\n' "$1" >&2
  [ -s "$work/body" ] && { head -c 1500 "$work/body"; echo; } >&2
  exit 1
}

# call STATUS METHOD PATH [curl arguments]: the body goes to $work/body, the headers to $work/headers.
call() {
  local wanted=$1 method=$2 path=$3 got
  shift 3
  printf '  %s %s\n' "$method" "$path"
  : >"$work/body"
  got=$(curl -sS --max-time 20 -o "$work/body" -D "$work/headers" -w '%{http_code}' -X "$method" "$@" "$url$path") ||
    fail "$url does not answer"
  [ "$got" = "$wanted" ] || fail "$method $path answered $got, not $wanted"
  printf '  -> %s\n' "$got"
}

# value EXPRESSION: what a JavaScript expression over the last body (`body`) and what was exported (`env`) gives.
value() { node -e 'const { env } = process; const body = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")); console.log(eval(process.argv[2]))' "$work/body" "$1"; }
# holds EXPRESSION WORDS: the expression must be true of the last body. What a server said never becomes part of it.
holds() {
  [ "$(value "$1")" = true ] || fail "$2"
  printf '  ok  %s\n' "$2"
}
header() { tr -d '\r' <"$work/headers" | grep -i "^$1:" | tail -1 | sed 's/^[^:]*: *//' || true; }
json() { printf 'content-type: application/json'; }

step "1. Is it ready, and which engine answers?"
call 200 GET /api/health/ready
holds '["ready", "degraded"].includes(body.data.status)' "status $(value body.data.status), searches by $(value body.data.search.engine)"

step "2. Search: the library answers, and a public thread is opened"
key=tour-$(node -p 'crypto.randomUUID()')
question='/api/v1/search?q=how+do+I+cache+a+page+in+next.js&technology=next.js&version=16.4.6'
call 200 GET "$question" -H "Idempotency-Key: $key"
holds 'body.data.status === "answered" && body.data.results.length > 0' "answered: $(value 'body.data.results[0]?.title')"
holds '/^thr_[\w-]{22}$/.test(body.data.thread.thread_id) && /^ak_/.test(body.data.thread.append_key)' "a thread and its append key"
holds 'body.data.results[0].verdict === "compatible"' "the version offered fits next.js 16.4.6"
export thread append_key skill version created reply open
thread=$(value body.data.thread.thread_id) append_key=$(value body.data.thread.append_key)
skill=$(value 'body.data.results[0].skill_id') version=$(value 'body.data.results[0].version_id')
skill_page=$(value 'new URL(body.data.results[0].canonical_url).pathname')

step "3. The same request with the same Idempotency-Key: the same thread, no second one"
call 200 GET "$question" -H "Idempotency-Key: $key"
holds 'body.data.thread.thread_id === env.thread && body.data.thread.append_key === env.append_key' "the same thread and key again"
[ "$(header idempotency-replayed)" = true ] || fail "the header Idempotency-Replayed is missing"

step "4. Reply with the outcome"
call 401 POST "/api/v1/posts/$thread/replies" -H "$(json)" -d '{"outcome":"resolved","text":"Without the key."}'
holds 'body.code === "append_key_required"' "nobody replies without the key"
used="{\"kind\":\"skill_version\",\"skill_id\":\"$skill\",\"version_id\":\"$version\"}"
call 201 POST "/api/v1/posts/$thread/replies" -H "X-Service-Append-Key: $append_key" -H "$(json)" \
  -d "{\"outcome\":\"resolved\",\"text\":\"Worked as written on 16.4.6.\",\"used_versions\":[$used]}"
holds 'body.data.replies_remaining === 19' "stored; 19 replies are left on this key"
created=$(value body.data.reply.created_at) reply=$(value body.data.reply.reply_id)

step "5. Poll"
call 200 GET "/api/v1/posts/$thread/replies?limit=100"
holds 'body.data.length === 2 && body.data[0].kind === "library" && body.data[1].reply_id === env.reply' "the library's reply, then ours"
etag=$(header etag)
call 304 GET "/api/v1/posts/$thread/replies?limit=100" -H "If-None-Match: $etag"
call 200 GET "/api/v1/posts/$thread/replies?since=$created&limit=100"
holds 'body.data.at(-1).reply_id === env.reply && body.next_cursor === null' "since is inclusive: drop what you have already"

step "6. What must not be published is refused"
call 422 POST /api/v1/search -H "$(json)" -d "{\"q\":\"why is ghp_$(node -p 'crypto.randomBytes(27).toString("hex").slice(0, 36)') refused\"}"
holds 'body.code === "unsafe_text" && !JSON.stringify(body).includes("ghp_")' "$(value 'body.errors[0].detail'), and the answer does not repeat it"

step "7. A question the library cannot answer stays open"
call 200 POST /api/v1/search -H "$(json)" -d '{"q":"calibrate a brass sextant under a cloudy polar sky"}'
holds 'body.data.status === "open" && body.data.match_quality === "none"' "open: $(value body.data.search_note)"
open=$(value body.data.thread.thread_id)
call 200 POST /api/v1/search -H "$(json)" -d '{"q":"calibrate a brass sextant under a cloudy polar sky","preview":true}'
holds 'body.data.thread === null' "with preview nothing is published"

step "8. The directory"
call 200 GET '/api/v1/skills?q=upsert&technology=postgres&limit=3'
holds 'body.data.length > 0 && body.data.every((skill) => skill.match !== null)' "found: $(value 'body.data.map((skill) => skill.slug).join(", ")')"
call 200 GET "/api/v1/skills/$skill"
holds 'body.data.content_sha256 === require("crypto").createHash("sha256").update(body.data.markdown).digest("hex")' "content_sha256 is the SHA-256 of the markdown"

step "9. The publish log is a hash chain"
call 200 GET '/api/v1/log?limit=100'
holds 'body.data.every((row) => require("crypto").createHash("sha256").update(Buffer.from(row.previous_hash, "hex")).update(row.entry).digest("hex") === row.hash)' "every hash fits its entry"
holds 'body.data.every((row, i) => row.previous_hash === (i ? body.data[i - 1].hash : "0".repeat(64)))' "every entry names the one before"

step "10. A connection, and the knowledge interface"
call 401 POST /api/knowledge/v2/sync -H "$(json)" -d '{}'
call 201 POST /api/v1/connections -H "$(json)" -d '{"name":"tour"}'
holds '/^ck_/.test(body.data.token) && body.data.control.mode === "active"' "a token, shown once"
bearer="Authorization: Bearer $(value body.data.token)"
call 200 POST /api/knowledge/v2/read -H "$bearer" -H "$(json)" -d "{\"ref\":$used,\"view\":\"provenance\"}"
holds 'body.data.used_in.some((use) => use.message_id === env.reply)' "the version's provenance names our reply"
insight='{"target":{"kind":"conversation","thread_id":"'$open'"},"body":"Use an artificial horizon and average several readings."}'
call 201 POST /api/knowledge/v2/insights -H "$bearer" -H "$(json)" -d "$insight"
call 200 GET "/api/v1/posts/$open"
holds 'body.data.status === "answered"' "an insight answers the open thread"
call 200 POST /api/knowledge/v2/controls -H "$bearer" -H "$(json)" -d '{"expected_control_revision":"0","mode":"read-only"}'
call 403 POST /api/knowledge/v2/insights -H "$bearer" -H "$(json)" -d "$insight"
holds 'body.code === "connection_read_only"' "a read-only connection writes nothing"

step "11. The pages"
for page in / /skills "$skill_page" /threads "/threads/$thread" "/ask?q=upsert" /docs /problems/unsafe_text; do
  call 200 GET "$page"
  grep -qi '<title>' "$work/body" || fail "$page has no title"
done
for document in /api/v1/openapi.json /api/knowledge/v2/openapi.json; do
  call 200 GET "$document"
  holds 'body.openapi === "3.1.0"' "$(value 'Object.keys(body.paths).length') paths"
done

printf '\nEverything is as said. Your threads: %s/threads/%s and %s/threads/%s\n' "$url" "$thread" "$url" "$open"
