import { OUTCOME_HALF_LIFE_DAYS, OUTCOME_SOURCES_MIN, VOICE_WEIGHTS } from "@/lib/domain/outcomes/score";
import { EMBEDDED_CHARACTERS_MAX } from "@/lib/search/engine/embedder";
import { FIELDS } from "@/lib/search/query/analyse-version";
import { ALIAS_WEIGHT, RELATED_WEIGHT } from "@/lib/search/query/vocabulary";
import { MEANING_CONFIDENCE_MAX, MEANING_WEIGHT } from "@/lib/search/rank/boost-semantic-matches";
import { HITS, LEAD_WINDOWS, WHOLE_WINDOWS } from "@/lib/search/rank/candidates";
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
  NOTHING_TOLD,
  SMALL_LIBRARY,
  TENTH_SHARE_MAX,
  UNSURE_CONFIDENCE_MAX,
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
export function ranking(): string {
  const weight = SCORE_WEIGHTS;
  return `
## Candidates

The search engine finds the candidates. It searches for the rarest words of your text, a few at a time: ${LEAD_WINDOWS.words} neighbours by rarity in titles and descriptions, up to ${LEAD_WINDOWS.windows} times, and ${WHOLE_WINDOWS.words} in whole texts, up to ${WHOLE_WINDOWS.windows} times, ${HITS[0]} skills each (${HITS[1]} if versions that do not fit have used them up). A whole sentence therefore finds as much as a few words. Skills published in the last seconds are added from the database. The database alone decides whether a version may be shown.

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

Length is measured against the library's mean for that field; no field counts as longer than ${LENGTH_RATIO_MAX} times the mean.

The score is the sum of four parts:

- the scores of the words, times ${weight.relevance} to ${weight.relevance + weight.relevanceByCoverage}, more when more of the words occur;
- ${weight.lead} times the share of the words in title or description;
- ${weight.near} times the share of words close together in the text;
- ${weight.phrase} times the share of neighbouring words that are neighbours in title or description too.

Another name of the same thing (*k8s*, *kubernetes*) counts ${percent(ALIAS_WEIGHT)} of the word itself, a word for the same need (*slow*, *performance*) ${percent(RELATED_WEIGHT)}. Typing errors are corrected in words that the library does not know.

Results say where words were found (\`why\`) and which (\`matched_words\`): word forms, other names, compounds and typing errors as they are written in title, description and excerpt.

## Meaning

The operator of this service may configure an embedder, which turns texts into vectors that are similar when their meanings are. Without one, this section does not apply. With one, the ${NEAR_MAX} nearest skills at most that stand out, ${NEAR_DEVIATIONS} standard deviations above the mean of the nearest, become candidates too. If no text is a confident match, they come after texts that say most of your words and before those that say some, ordered by their text score and up to ${MEANING_WEIGHT} for nearness. Nearness alone gives a confidence of ${MEANING_CONFIDENCE_MAX} at most, so it never makes the library answer. Such results say *meaning* in \`why\`.

The embedder gets title, description and the first ${EMBEDDED_CHARACTERS_MAX.toLocaleString("en-GB")} characters of published versions, and the texts of searches through the two search interfaces and questions; it gets neither searches in the directory nor searches that contain a secret. If it has not answered after ${MEANING_DEADLINE_MS} ms, the search uses words alone.

## Does the library answer?

Each result gets a confidence between 0 and 1, from a logistic curve. It rises with the text score (× ${CONFIDENCE.score}), with its lead over the tenth result (× ${CONFIDENCE.standsOut}; the tenth counts for at most ${percent(TENTH_SHARE_MAX)} of the best, so many skills on one topic do not make the library unsure) and with the number of words asked for, and it falls with the share of names and technical terms that the skill lacks (× ${-CONFIDENCE.missing}). A library with fewer than ${SMALL_LIBRARY.to} versions is less sure of itself, in proportion, down to ${SMALL_LIBRARY.from}.

When title and description contain everything that was asked, in two words or more, the confidence is at least ${ALL_SAID_CONFIDENCE}. When no word of the search says what it is about ("use it"), ${percent(NOTHING_TOLD)} of the confidence is left. It is at most ${UNSURE_CONFIDENCE_MAX}, so that the library does not answer, when the search names technologies and the skill is for none of them and names none, when you named a technology and the skill names others only, when a skill that does not fit your version would have answered clearly better, and when the search is one word that much of the library contains (an importance below ${LONE_WORD_IMPORTANCE_MIN}).

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
`;
}
