import { withWholeVerbs } from "@/lib/search/query/question-shape";
import { tokensOf } from "@/lib/search/query/terms";

/**
 * Synonyms, a group a line. A query that uses one finds texts that use another, nearly as if it were the same word.
 * General technical vocabulary, never derived from one library's texts.
 */
const ALIASES = `
postgres, postgresql, pg, psql
kubernetes, k8s
javascript, js
typescript, ts
python, py
golang, go language
csharp, c#
dotnet, .net
cpp, c++
node, nodejs, node.js
next.js, nextjs
vue, vuejs, vue.js
react, reactjs
angular, angularjs
rails, ruby on rails
terraform, tf
infrastructure as code, iac
database, db, dbs
identifier, id, ids
pull request, pr, prs, merge request
continuous integration, ci
continuous delivery, continuous deployment, cd pipeline
cicd, ci cd, ci/cd
github actions, gha, github workflow
azure, az
amazon web services, aws
google cloud, gcp
azure devops, ado
azure container registry, acr
azure kubernetes service, aks
entity framework, ef core, efcore
model context protocol, mcp
large language model, llm, language model
retrieval augmented generation, rag
artificial intelligence, ai
machine learning, ml
natural language processing, nlp
user interface, ui, uis
user experience, ux
graphical interface, gui
command line, cli, terminal, shell, console
application programming interface, api
software development kit, sdk
integrated development environment, ide
visual studio code, vscode, vs code
operating system, os
virtual machine, vm, vms
serverless function, lambda
authentication, authn, login, sign in, signin, log in
authorization, authz, access control
single sign on, sso
multi factor authentication, mfa, 2fa
role based access control, rbac
row level security, rls
environment variable, env var, env
configuration, config, settings
repository, repo
documentation, docs
readme, readme.md
specification, spec
product requirements document, prd
architecture decision record, adr
minimum viable product, mvp
key performance indicator, kpi
go to market, gtm
search engine optimization, seo
return on ad spend, roas
quality assurance, qa
test driven development, tdd
behaviour driven development, bdd, gherkin
end to end, e2e
unit test, unittest
object relational mapper, orm
dependency injection, di, inversion of control
domain driven design, ddd
data transfer object, dto
continuous profiling, profiler
application performance monitoring, apm
open telemetry, opentelemetry, otel
service level objective, slo
content delivery network, cdn
content management system, cms
content security policy, csp
cross site scripting, xss
cross site request forgery, csrf
cross origin resource sharing, cors
software bill of materials, sbom
common vulnerability, cve
general data protection regulation, gdpr
personal data, pii
accessibility, a11y, wcag
internationalization, i18n
localization, l10n, translation
regular expression, regex, regexp
markdown, md
comma separated, csv
spreadsheet, excel, xlsx
word document, docx
presentation, powerpoint, pptx, slides, slide deck
portable document, pdf
screenshot, screen capture, screen shot
screen recording, screencast
gif, animated image
svg, vector graphic
sequence diagram, sequence chart
entity relationship diagram, er diagram, erd
data flow diagram, dfd
diagrams.net, draw.io, drawio
mind map, mindmap
virtual environment, venv, virtualenv
docker file, dockerfile
docker compose, compose file
web socket, websocket
web assembly, webassembly, wasm
service worker, pwa, progressive web app
server sent events, sse
graph ql, graphql
json web token, jwt
too many requests, 429, rate limited
slow loris, slowloris
problem+json, problem details, rfc 9457
access token, api key, credential
nuget, dotnet package
javax, java ee
jakarta, jakarta ee
spring boot, springboot
xunit, nunit, mstest
junit, java test
javascript object notation, json
yaml, yml
power bi, powerbi
microsoft 365, office 365, m365
active directory, entra, entra id, azure ad
sharepoint, share point
computer aided design, cad
three dimensional, 3d
graphics processing unit, gpu
internet of things, iot
lightning web component, lwc
apex, salesforce code
pinecone, vector database, vector store
image magick, imagemagick
visual regression, screenshot test
web server, http server
package manager, npm, pnpm, yarn
monorepo, mono repo, workspaces
changelog, release notes
semantic version, semver
open source, oss
design system, component library
tailwind, tailwindcss
todo, to do
follow up, followup, action item
`;

/**
 * Related terms for the same need, a group a line. Weaker than an alias: they widen the results without outranking a
 * text that contains the word itself. General technical and office vocabulary.
 */
const RELATED = `
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

type Related = { terms: readonly string[]; weight: number };

/** The weights of a synonym and of a related term. */
export const ALIAS_WEIGHT = 0.9;
export const RELATED_WEIGHT = 0.4;

const byTerm = new Map<string, Related[]>();
const byPair = new Map<string, Related[]>();
read(ALIASES, ALIAS_WEIGHT);
read(RELATED, RELATED_WEIGHT);

/**
 * Alternatives for a term (in indexed form), closest first. A group member of several words is identified by its first
 * two, so the neighbours are considered too ("pull request" also gives "pr").
 */
export function relatedTerms(term: string, before?: string, after?: string): readonly Related[] {
  const pairs = [byPair.get(`${before} ${term}`), byPair.get(`${term} ${after}`)].flatMap((found) => found ?? []);
  const single = byTerm.get(term) ?? [];
  return pairs.length === 0 ? single : [...pairs, ...single];
}

function read(groups: string, weight: number): void {
  for (const line of groups.trim().split("\n")) {
    const members = line
      .split(",")
      .map((member) => {
        const terms = tokensOf(withWholeVerbs(member)).map((token) => token.term);
        // "Follow up" without its stop word would be "follow".
        return terms.length === 1 && /\s/.test(withWholeVerbs(member).trim()) ? [] : terms;
      })
      .filter((terms) => terms.length > 0);
    for (const terms of members) {
      const [first, second] = terms;
      if (first === undefined) continue;
      const others = members
        .filter((other) => other.join(" ") !== terms.join(" "))
        .map((other) => ({ terms: other, weight }));
      const [map, key] = second === undefined ? [byTerm, first] : [byPair, `${first} ${second}`];
      map.set(key, [...(map.get(key) ?? []), ...others]);
    }
  }
}
