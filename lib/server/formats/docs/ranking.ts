import { OUTCOME_HALF_LIFE_DAYS, OUTCOME_SOURCES_MIN, VOICE_WEIGHTS } from "@/lib/domain/outcomes/score";
import { EMBEDDED_CHARACTERS_MAX } from "@/lib/search/engine/embedder";
import { BODY_TERMS_MAX } from "@/lib/search/index/index-document";
import { FIELDS } from "@/lib/search/query/analyse-version";
import { WEIGHTS as FORM_WEIGHTS, SHARES as RARITY_SHARES } from "@/lib/search/query/query-words";
import { ALIAS_WEIGHT, RELATED_WEIGHT } from "@/lib/search/query/vocabulary";
import { MEANING_CONFIDENCE_MAX, MEANING_WEIGHT } from "@/lib/search/rank/boost-semantic-matches";
import { HITS, WINDOWS } from "@/lib/search/rank/candidates";
import {
  ALL_SAID_CONFIDENCE,
  ANSWERED_CONFIDENCE,
  CONFIDENCE,
  FAIR_CONFIDENCE,
  FULL_CONFIDENCE,
  FULL_LEAD_MIN,
  FULL_MISSING_MAX,
  LISTED_CONFIDENCE,
  LONE_WORD_IMPORTANCE_MIN,
  NAMED_TOPIC,
  NOTHING_TOLD,
  SMALL_LIBRARY,
  TENTH_SHARE_MAX,
  TITLED_MISSING_MAX,
  TITLED_WORDS_MAX,
  UNSURE_CONFIDENCE_MAX,
  WORDS_COUNTED_MAX,
} from "@/lib/search/rank/match-quality";
import { SATURATION } from "@/lib/search/rank/match-word";
import { MEANING_DEADLINE_MS, NEAR_DEVIATIONS, NEAR_MAX } from "@/lib/search/rank/nearest";
import { EQUAL_SCORE_SHARE, VERDICT_ORDER } from "@/lib/search/rank/order-hits";
import {
  ALL_WORDS_SHARE,
  FIELD_WEIGHTS,
  LENGTH_RATIO_MAX,
  MOST_WORDS_MISSING_MAX,
  MOST_WORDS_SHARE,
  NAMED_SHARE_MIN,
  SCORE_WEIGHTS,
  TIERS,
  type Tier,
} from "@/lib/search/rank/rank";

const percent = (share: number) => `${Math.round(share * 100)}%`;

const MEANING: Readonly<Record<Tier, string>> = {
  exact: "The search is the title, the slug or an id of the skill.",
  all_words: `Title and description contain at least ${percent(ALL_WORDS_SHARE)} of the words of the search.`,
  most_words: `Title and description contain at least ${percent(MOST_WORDS_SHARE)} of them, and the skill lacks at most ${percent(MOST_WORDS_MISSING_MAX)} of the names and technical terms.`,
  near_in_meaning:
    "Fewer, but an embedder finds a similar meaning. Only if an embedder is configured and no text is a confident match.",
  some_words: "Fewer, or only the text contains them.",
};

const FIELD_NAMES = { title: "Title", description: "Description", headings: "Headings", body: "Text" } as const;

/** How search ranks and judges its results, in markdown, with the numbers from the code. */
export function ranking(base: string): string {
  const weight = SCORE_WEIGHTS;
  return `
## Candidates

The search engine finds the candidates. It searches for the rarest words of your text, a few at a time: ${WINDOWS.words} neighbours by rarity, up to ${WINDOWS.windows} times, in titles, descriptions and the ${BODY_TERMS_MAX} most frequent words of each text, ${HITS[0]} skills each (${HITS[1]} if versions that do not fit have used them up). A whole sentence therefore finds as much as a few words. Skills published in the last seconds are added from the database. The database alone decides whether a version may be shown.

The questions that an author states count as part of the description. So do, of at most one question that a skill solved and that others confirmed, the words that the skill's own text has.

## Order

Strong results come first, then fair ones. Weak ones appear only in the directory, at the end (see below). Results of one strength come in tiers. A better tier always comes first.

| Tier | Requirement |
| --- | --- |
${TIERS.map((tier) => `| \`${tier}\` | ${MEANING[tier]} |`).join("\n")}

Inside a tier the text score decides. Results that score at least ${percent(EQUAL_SCORE_SHARE)} of the best one of their group count as equally relevant, and only among those do other things count, in this order:

1. The verdict on the versions you named: ${VERDICT_ORDER.join(", then ")}.
2. The outcome score of the version.
3. Whether a maintainer has left a review note.
4. The text score, then the newer version.

Popularity never puts a result above a better text. Nobody can pay for a position, and no searcher is profiled: equal searches get equal results.

## Text score

Each word of the search counts by its rarity in the library. A word scores more the more often it occurs in a field, with diminishing returns: at a weighted count of ${SATURATION} it has half of its maximum.

| Field | Weight of one occurrence | Penalty for length |
| --- | --- | --- |
${FIELDS.map((field) => `| ${FIELD_NAMES[field]} | ${FIELD_WEIGHTS[field].weight} | ${percent(FIELD_WEIGHTS[field].lengthShare)} |`).join("\n")}

Words of the slug and of the technologies count as words of the title. Length is measured against the library's mean for that field; no field counts as longer than ${LENGTH_RATIO_MAX} times the mean.

The score is the sum of four parts:

- the scores of the words, times ${weight.relevance} to ${weight.relevance + weight.relevanceByCoverage}, more when more of the words occur;
- ${weight.lead} times the share of the words in title or description;
- ${weight.near} times the share of words close together in the text;
- ${weight.phrase} times the share of neighbouring words that are neighbours in title or description too.

Another name of the same thing (*k8s*, *kubernetes*) counts ${percent(ALIAS_WEIGHT)} of the word itself, a word for the same need (*slow*, *performance*) ${percent(RELATED_WEIGHT)}. Another form of the word (*deploy*, *deployment*) counts ${percent(FORM_WEIGHTS.family)}, a compound written apart (*postgres.js*, *static web app*) ${percent(FORM_WEIGHTS.parts)}. Typing errors are corrected in words that the library does not know, unless they name a technology: *Nuxt* is not a mistyped *Next*. Of all forms that a text contains the best one counts, once.

The importance of a word is its rarity, 1 when no text of the library has it and 0 when all have it. Words that say little about a topic (*need*, *project*) keep ${percent(RARITY_SHARES.soft)} of it, everyday words that the library never uses ${percent(RARITY_SHARES.unknownCommon)}.

Results say where words were found (\`why\`) and which (\`matched_words\`): word forms, other names, compounds and typing errors as they are written in title, description and excerpt.

## Meaning

The operator of this service may configure an embedder, which turns texts into vectors that are similar when their meanings are. Without one, this section does not apply. With one, the ${NEAR_MAX} nearest skills at most that stand out, ${NEAR_DEVIATIONS} standard deviations above the mean of the nearest, become candidates too. If no text is a confident match, they come after texts that say most of your words and before those that say some, ordered by their text score and up to ${MEANING_WEIGHT} for nearness. Nearness alone gives a confidence of ${MEANING_CONFIDENCE_MAX} at most, so it never makes the library answer. Such results say *meaning* in \`why\`.

The embedder gets title, description and the first ${EMBEDDED_CHARACTERS_MAX.toLocaleString("en-GB")} characters of published versions, and the texts of searches through the two search interfaces, of questions and of explained searches; it gets neither searches in the directory nor searches that contain a secret. If it has not answered after ${MEANING_DEADLINE_MS} ms, the search uses words alone.

## Does the library answer?

Each result gets a confidence between 0 and 1, from a logistic curve. It rises with the text score (× ${CONFIDENCE.score}), with its lead over the tenth result (× ${CONFIDENCE.standsOut}; the tenth counts for at most ${percent(TENTH_SHARE_MAX)} of the best, so many skills on one topic do not make the library unsure) and with the number of words asked for, up to ${WORDS_COUNTED_MAX}, and it falls with the share of names and technical terms that the skill lacks (× ${-CONFIDENCE.missing}; a related term counts in part) and by ${-CONFIDENCE.listed} when terms are listed behind the question ("How do I cache a page? revalidate, cacheLife"), because they are chosen to be found, and by ${-CONFIDENCE.untitled} more when the title has no word of the topic. A library with fewer than ${SMALL_LIBRARY.to} versions is less sure of itself, in proportion, down to ${SMALL_LIBRARY.from}.

When title and description contain everything that was asked, in two words or more, the confidence is at least ${ALL_SAID_CONFIDENCE}. When no word of the search says what it is about ("use it", "deploy my app"), ${percent(NOTHING_TOLD)} of the confidence is left.

The confidence is at most ${UNSURE_CONFIDENCE_MAX}, so that the library does not answer, when one of these is true:

- the search names technologies, and the skill names less than ${percent(NAMED_SHARE_MIN)} of them or lacks the one it is in ("in Go");
- the search names one technology and up to ${NAMED_TOPIC.wordsMax} words of its topic, and title and description have less than ${percent(NAMED_TOPIC.leadMin)} of these (or, when they are at most ${NAMED_TOPIC.titledMax}, the title has none), so the skill is about something else in that technology;
- at most ${TITLED_WORDS_MAX} words of a longer search say what it is about, and the title has none of them or the skill lacks more than ${percent(TITLED_MISSING_MAX)} of the names and technical terms;
- the question is not in English, and only some of its words were understood;
- you named a technology, and the skill names others only;
- a skill that does not fit your version would have answered clearly better;
- the search is one word that much of the library contains (an importance below ${LONE_WORD_IMPORTANCE_MIN}).

| \`match_quality\` | Confidence |
| --- | --- |
| \`full\` | an exact name, or at least ${FULL_CONFIDENCE} with at most ${percent(FULL_MISSING_MAX)} missing and ${percent(FULL_LEAD_MIN)} of what was asked in title or description |
| \`partial\` | at least ${LISTED_CONFIDENCE} |
| \`none\` | less: no results |

| \`strength\` | Confidence |
| --- | --- |
| \`strong\` | at least ${ANSWERED_CONFIDENCE}: it answers the question |
| \`fair\` | at least ${FAIR_CONFIDENCE}, and the best result at least ${LISTED_CONFIDENCE}: it is about the question |
| \`weak\` | less: it only shares words with it |

The library answers when a result is strong; a thread that it answers starts as *answered*, others as *open*. When none is strong, \`nothing_fits\` says why: the technology is not known, no skill is for it, no version that you named is covered (and which ones are), or nothing matches. None of this depends on how many results you ask for, on the interface, or on a token.

A technology that yours is built on counts as named too: who names Next.js also gets skills for React as answers, but not skills for Node.js.

## Versions

The verdict \`compatible\` is said only when a version of yours was compared with the skill's. A skill for a technology that you named without a version has \`version_not_given\`, one that says nothing about your technologies \`unconstrained\`, and one whose versions cannot be compared with yours \`unknown\`.

You get one version of a skill: the selected one when it fits what you run, else the newest that fits. Skills of which no version fits are left out and counted in \`excluded.incompatible\`. A version that the question itself names right after a technology counts as sent. What could not be used is in \`warnings\`; then \`match_quality\` is at most \`partial\`, and the thread starts as *open*.

## Outcomes

A reply that says how a version went counts only if its thread had been offered that version before: in the results of the search that opened it, by the library, or by an insight that names it. Other replies are kept and shown, but not counted.

Each reporter counts once for a version: the newest outcome replaces the earlier one. A reporter is a connection or, for threads that were opened without a token, the network they were opened from (IPv4 /24, IPv6 /48) on that day. Only a keyed hash of the network is stored, never the address.

The report of a connection that was older than a day weighs ${VOICE_WEIGHTS.established}, any other ${VOICE_WEIGHTS.other}, and half of that after ${OUTCOME_HALF_LIFE_DAYS} days. The score is the lower bound of the likely success rate, so a few good reports score less than many. It is computed when a report arrives. The score appears after reports from ${OUTCOME_SOURCES_MIN} different connections or networks. Answers and pages say how many reporters were connections and how many were anonymous.

## Why this result

Every result on the pages has a link *Why this result*. It leads to this page with the search and the skill in its address, and explains that answer number by number as it is right now: the words of the search and what counts as them, where each result has them, its text score, its confidence and strength, how its versions were judged, what outcomes did, and what put it in its place. The numbers come from the code that ranks. An explanation counts as one read, opens no thread and stores nothing.

| Parameter | Value |
| --- | --- |
| \`q\` | the search |
| \`technology\`, \`version\` | what you named beside it |
| \`skill\` | the result to explain, by slug or id; without it the first one |
| \`list=directory\` | explains the list of skills: weak matches are in it, and the last word may be unfinished |

Answers of the API do not repeat this address, because you have its parts. In markdown: \`${base}/docs/ranking.md?q=upsert&skill=postgres-upsert\`. With a checkout of the project, \`npm run eval -- --explain "upsert"\` prints the same.
`;
}
