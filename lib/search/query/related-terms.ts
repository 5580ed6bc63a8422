/**
 * Related terms for the same need, a group a line. Weaker than an alias: they widen the results without outranking a
 * text that contains the word itself. General technical and office vocabulary.
 */
export const RELATED = `
fix, repair, resolve, solve, correct, remediate
reproduce, reproduction, repeatable case, minimal case, repro
fast, faster, performance, speed, optimize
benchmark, metric, measure, performance
cost, price, pricing, bill, billing, spend, expensive, pay, budget
evaluate, evaluation, eval, benchmark, score, grade, judge
grade, annotate, label, feedback, rating
compare, comparison, difference, diff, versus
upgrade, update, migrate, migration, modernize, port, move
photo, image, picture, thumbnail, resize
video, recording, clip, film, footage, screencast
clip, gif, animation, recording, video
landing page, website, site, frontend
page, website, site, web
stylesheet, css, style, layout
phone, mobile, responsive, narrow, viewport
generic, template, slop, boilerplate
browser, chrome, web, devtools
click, interact, explore, automate
shop, store, checkout, ecommerce, commerce
charge, payment, duplicate, idempotency
hang, deadlock, block, freeze, stuck
meeting, minutes, sync, standup, call, discussion
onboard, onboarding, adoption, activation, new hire, colleague
invoice, payment, billing, overdue
layout, structure, organization, folder
dependency, package, library, module
role, permission, least privilege, rbac
overnight, autonomous, unattended, loop
chore, repetitive, manual process, routine
index, indexing, query plan, scan
declare, declarative, declared, manifest
affect, impact, depend, blast radius, touch
okay, approval, confirm, feedback
paint, render, load, first contentful paint
machine, computer, server, instance, host, vm
boot, startup, start, kernel
slow loris, slow bodies, timeout, harden
infinite scroll, pagination, paging, cursor, keyset
identical, duplicate, same, twice, idempotent, idempotency
redeploy, deploy, rollout, restart, shutdown, sigterm
tutorial, walkthrough, guide, explain
`;
