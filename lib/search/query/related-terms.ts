/**
 * Related terms for the same need, a group a line. Weaker than an alias: they widen the results without outranking a
 * text that contains the word itself. General technical and office vocabulary.
 */
export const RELATED = `
create, generate, build, write, make, scaffold, draft, produce, compose, author
fix, repair, resolve, solve, correct, remediate
debug, diagnose, troubleshoot, triage, investigate, root cause
error, failure, exception, crash, fail, broken, stack trace
bug, defect, regression, issue, fault
reproduce, reproduction, repeatable case, minimal case, repro
slow, performance, latency, speed, optimize, takes seconds, bottleneck
fast, faster, performance, speed, optimize
benchmark, metric, measure, performance
improve, optimize, enhance, tune, refine
reduce, minimize, decrease, cut, lower, trim
cost, price, pricing, bill, billing, spend, expensive, pay, budget
cheap, cost, saving
explain, describe, teach, tutorial, walkthrough, guide, educational, learn
learn, study, lesson, education, exam, learner
mentor, coach, junior, socratic
review, audit, check, inspect, assess, evaluate
evaluate, evaluation, eval, benchmark, score, grade, judge
grade, annotate, label, feedback, rating
rank, prioritize, priority, order
compare, comparison, difference, diff, versus
plan, roadmap, planning, breakdown, schedule
estimate, estimation, effort, sizing
split, extract, decompose, break down, divide
nested, complexity, cyclomatic, cognitive complexity
refactor, restructure, clean up, cleanup, simplify, reorganize
restructure, reorganize, structure, organize
rename, move, refactor
upgrade, update, migrate, migration, modernize, port, move
port, migrate, convert, migration
convert, transform, turn into, export, translate
draw, diagram, chart, sketch, visualize, illustration, picture
table, schema, foreign key
picture, image, photo, illustration
photo, image, picture, thumbnail, resize
resize, scale, crop, thumbnail
video, recording, clip, film, footage, screencast
film, record, recording, video
clip, gif, animation, recording, video
animation, animate, motion, scroll, transition
screen, page, view, interface, ui
design, layout, style, visual, look
landing page, website, site, frontend
page, website, site, web
stylesheet, css, style, layout
phone, mobile, responsive, narrow, viewport
generic, template, slop, boilerplate
typography, font, type
browser, chrome, web, devtools
click, interact, explore, automate
shop, store, checkout, ecommerce, commerce
form, input, field, validation
commit, staged, conventional commit, git
branch, git, checkout
merge, rebase, conflict
publish, release, deploy, ship, launch
ship, release, deliver, accomplish, publish
deploy, deployment, rollout, hosting, release, go live
host, deploy, serve, hosting
container, docker, image, containerize
image, container, docker
cluster, node, orchestration
scale, scaling, throughput, capacity, shard
backup, restore, recovery
retry, resilience, circuit breaker, backoff, transient
rate limit, throttle, throttling, quota, brute force
brute force, rate limit, throttling, lockout
twice, duplicate, idempotent, idempotency, exactly once, deduplicate
identical, duplicate, same, twice, idempotent, idempotency
charge, payment, duplicate, idempotency
infinite scroll, pagination, paging, cursor, keyset
pagination, paging, cursor, keyset, infinite scroll
redeploy, deploy, rollout, restart, shutdown, sigterm
shutdown, shut down, stop, sigterm, terminate, drain, graceful
dropped, lost, aborted, drain
concurrent, parallel, simultaneous, race condition
race condition, concurrent, parallel, simultaneous
slow loris, slow bodies, timeout, harden
worker, consumer, job, queue
pick up, claim, lock, dequeue
irrelevant, relevance, relevant, ranking
missing, absent, without, lacks
full text, search, relevance, ranking
queue, message, event, broker, topic
cache, caching, memoize
concurrency, async, asynchronous, parallel, thread, task
hang, deadlock, block, freeze, stuck
await, async, asynchronous
memory, leak, heap, garbage
log, journal, history, record, trace
trace, span, telemetry, observability, tracing
monitor, monitoring, alert, observability, health
alert, notification, incident, warning
incident, outage, postmortem, on call, downtime
outage, incident, downtime, crash
session, conversation, chat, context
remember, memory, lesson, persist, recall
memory, remember, persist, knowledge
mistake, error, lesson, failure
knowledge, wiki, graph, notes
wiki, knowledge, documentation, pages
document, documentation, doc, page
summary, summarize, recap, digest, tldr, brief
recap, summary, retrospective, review
meeting, minutes, sync, standup, call, discussion
decide, decision, agree, outcome
owner, assignee, responsible, own, orphan
retro, retrospective, impediment, improvement
sprint, iteration, scrum, agile, backlog
story, epic, feature, requirement, backlog
requirement, specification, acceptance criteria, user story
board, kanban, dashboard, project
dashboard, report, chart, visual, board
report, summary, findings, dashboard
email, mail, message, inbox, outreach
reply, respond, answer, comment, response
comment, feedback, remark, annotation, review thread
post, article, blog, social
linkedin, social media, post
humanize, natural, rewrite, tone
translate, localization, language
resume, cv, career, job application
self assessment, performance review, accomplishment, brag, achievement
promotion, performance review, career, raise
manager, lead, report, supervisor
customer, client, user, account
onboard, onboarding, adoption, activation, new hire, colleague
colleague, teammate, coworker, newcomer, junior
churn, retention, usage, adoption, renewal
signup, conversion, acquisition, registration, user
launch, release, go to market, product hunt
visitor, traffic, user, audience
campaign, advertising, ads, marketing
advert, ads, campaign, marketing
sale, revenue, pipeline, deal
invoice, payment, billing, overdue
rule, policy, convention, standard, guideline
convention, standard, style guide, guideline, best practice
layout, structure, organization, folder
folder, directory, file structure
architecture, blueprint, structure, design
stack, technology, framework
dependency, package, library, module
outdated, deprecated, old, legacy, obsolete, end of life
vulnerable, vulnerability, security, exploit, weakness
security, secure, harden, hardening, safe, protection
safe, safety, secure, security
threat, attack, risk, adversary
prompt injection, jailbreak, adversarial, prompt safety
secret, credential, key, password, token, leak
password, credential, secret, login
encrypt, encryption, decrypt, cipher
permission, access, role, privilege, authorization
role, permission, least privilege, rbac
identity, principal, account, user
compliance, compliant, regulation, policy, governance
governance, compliance, ownership, inventory, owner
privacy, personal, consent, gdpr, retention
delete, erase, remove, purge, deletion, drop, clean
unused, orphaned, idle, stale, dead
oversized, rightsize, underutilized
verify, validate, check, confirm, integrity, ensure
tamper, integrity, modified, hash, checksum
hash, checksum, sha, integrity
test, testing, spec, assertion, suite
coverage, covered, uncovered, test
cover, coverage
mock, stub, fake, test double
flaky, unstable, intermittent, random
dataset, data, examples, test set
experiment, trial, hypothesis, iterate, research
overnight, autonomous, unattended, loop
autonomous, automatic, agentic, loop
automate, automation, script, workflow, macro
chore, repetitive, manual process, routine
flow, workflow, process, automation
portal, ui, console
schedule, cron, recurring, every monday, timer
index, indexing, query plan, scan
query, sql, select, search
scan, full scan, scanning, sequential
rows, table, records
transaction, rollback, commit, atomic
seed, fixture, sample data, test data
search, find, lookup, retrieve, retrieval, query
retrieve, retrieval, fetch, search, rag
embed, integrate, sdk, integration, embedding
integrate, integration, connect, hook
expose, publish, provide, serve
register, configure, set up, setup, bind
install, setup, set up, configure, bootstrap, initialize
manifest, declaration, package, declarative
declare, declarative, declared, manifest
tool, function, plugin, extension
plugin, extension, addon, mod
agent, assistant, copilot, bot, chatbot
assistant, agent, copilot, chatbot
chatbot, assistant, bot, chat, conversational
prompt, instruction, system prompt
affect, impact, depend, blast radius, touch
impact, affected, dependency, context
understand, comprehend, explore, analyze
explore, discover, survey, map
tour, walkthrough, guide
step, increment, incremental, stage
increment, incremental, small, step
tiny, small, minimal, incremental
wait, pause, approval, confirm
okay, approval, confirm, feedback
location, geo, geographic, place, map
timezone, time zone, utc, daylight
circuit, breadboard, electronics, schematic
game, level, player, sprite
shader, gpu, graphics, rendering
render, rendering, display, draw
stream, streaming, incremental, realtime
network, request, http, traffic
paint, render, load, first contentful paint
machine, computer, server, instance, host, vm
linux, unix, distro, distribution
service, daemon, systemd, unit
boot, startup, start, kernel
block, prevent, deny, reject, denied
storage, bucket, blob, disk
region, location, zone
reserved, reservation, commitment, savings plan
annual, yearly, year
focus, productivity, adhd, attention
deadline, due, date, milestone
colleague, team, member
visual, chart, report
public, exposed, open, publicly
`;
