import { expect, test } from "@playwright/test";
import { familyOf, stem } from "@/lib/search/query/stem";

/** Lines of "what it becomes: words". */
function check(table: string, change: (word: string) => string): void {
  const wanted = table
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [to = "", words = ""] = line.split(":");
      return words
        .trim()
        .split(" ")
        .map((word) => `${word} ${to}`);
    });
  expect(wanted.map((pair) => pair.split(" ")[0] ?? "").map((word) => `${word} ${change(word)}`)).toEqual(wanted);
}

test("a stem is without its plural, and what only looks like a plural stays", () => {
  check(
    `
run: run runs
cat: cat cats
query: queries query
city: city cities
class: classes class
dish: dish dishes
match: matches match
box: boxes box
buzz: buzzes buzz
cach: caches cache
boss: boss
status: status
analysis: analysis
bias: bias
pies: pies
is: is
gas: gas
plan: plans`,
    stem,
  );
});

test("a stem is without its tense, and what only looks like a tense stays", () => {
  check(
    `
run: running run
map: mapped mapping
stop: stopped stopping
deny: denied
apply: applied
tri: tried
lied: lied
fail: failing failed
miss: missed
roll: rolled
fill: filling
plan: planned
add: added adding
egg: egged
nam: naming named
cach: caching cached
used: used
string: string
spring: spring
thing: thing
bring: bring
king: king
sing: sing
wing: wing
swing: swing
being: being
need: need
feed: feed
bed: bed
red: red
shrub: shrubbed
rhythm: rhythmed`,
    stem,
  );
});

test("British and American spellings have one stem", () => {
  check(
    `
optimiz: optimise optimised optimises optimising optimize optimized
optimization: optimisation optimisations optimization
optimizer: optimiser optimisers optimizer
analyz: analyse analysed analysing analyze
analyzer: analyser analyzer
behavior: behaviour behaviours behavior
behavioral: behavioural
color: colour coloured colouring color
hour: hour hours
tour: tour tours
wise: wise
nois: noise`,
    stem,
  );
});

test("a last e goes from five letters on, and words with digits, capitals or other letters stay", () => {
  check(
    `
tabl: table tables
hous: houses house
page: page
tree: tree
free: free
employee: employee
ab12cd: ab12cd
node2: node2
Über: Über
Running: Running
as: as
use: uses`,
    stem,
  );
});

test("a family joins words by what they begin with: each ending has a word that needs it", () => {
  check(
    `
organiz: organization organizer
optimiz: optimization optimizer
read: readability readable reader reading
amplify: amplifier amplify
verify: verifier verify
grate: gratefulness
migr: migration migrator migrate
oper: operator operation
defin: definition
edit: edition editor
stat: station statement
agre: agreement
sect: section
tens: tension
docu: document
deploy: deployment deploy
perform: performance perform
differ: difference
dif: differ
port: portable
dark: darkness
secur: security
creat: create creation creator
activ: active activity
stop: stopping
map: mappers mapper
form: format
serv: server
glob: global
quick: quickly
merg: merge
mir: mirror
defens: defensive
applify: application
sizer: sizer
brok: brokers`,
    familyOf,
  );
});

test("what an ending would leave too short stays, and so does every short word or one with digits", () => {
  check(
    `
abil: ability
element: element
cement: cement
action: action
fenc: fence
usabl: usable
ness: ness
city: city
unity: unity
entity: entity
updat: update
date: date
five: five
bring: bring
others: others
flat: flat
older: older
color: color
local: local
daily: daily
comment: comment
moment: moment
merge1: merge1
Merge: Merge
cach: cache
maps: maps`,
    familyOf,
  );
});
