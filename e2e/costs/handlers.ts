import { cutTo } from "@/e2e/costs/awkward-texts";
import type { Chance } from "@/e2e/samples/chance";
import { oneLine, presentTranscript } from "@/lib/domain/present/messages";
import { slugFrom } from "@/lib/domain/publishing/publish-version";
import { type Analysis, analyseVersion, plainText } from "@/lib/search/query/analyse-version";
import { queryWords } from "@/lib/search/query/query-words";
import { excerptOf, matchedWords, searchedText } from "@/lib/search/rank/excerpt";
import { scoreText } from "@/lib/search/rank/rank";
import { makeStatistics } from "@/lib/search/rank/statistics";
import { alternateOf, link } from "@/lib/server/formats/alternates/markdown";
import { element, xmlDocument } from "@/lib/server/formats/document";
import { shortened } from "@/lib/server/mcp/call-tool";
import { diffRows } from "@/lib/text/diff/diff-rows";
import { unifiedDiff } from "@/lib/text/diff/unified-diff";
import { findUnseen } from "@/lib/text/markdown/find-unseen";
import { here } from "@/lib/text/markdown/render";
import { renderAside } from "@/lib/text/markdown/render-aside";
import { judgeSkill } from "@/lib/text/safety/judge-skill";
import { judgePublicText } from "@/lib/text/safety/require-publishable";

/** The largest texts that the contract accepts, all made of one awkward text. */
export type Case = {
  /** 32,768 bytes. */
  markdown: string;
  /** The text that `markdown` is compared with. */
  other: string;
  /** 8,000, 1,000, 500 and 120 characters of plain prose. */
  insight: string;
  report: string;
  query: string;
  title: string;
  /** 500 characters, and 4,000, of any kind. */
  description: string;
  basis: string;
};

export const MARKDOWN_BYTES = 32_768;

const first = (text: string, characters: number) => [...text.slice(0, 2 * characters)].slice(0, characters).join("");

export function caseOf(markdown: string, other: string): Case {
  const prose = markdown.replaceAll(/[<>`]/g, "") || "a";
  return {
    markdown,
    other,
    insight: first(prose, 8_000),
    report: first(prose, 1_000),
    query: first(prose, 500),
    title: first(prose, 120),
    description: first(markdown, 500),
    basis: first(markdown, 4_000),
  };
}

/** A text to compare with: the same in another order, with other line endings, or with every nth line changed. */
export function changedText(chance: Chance, text: string): string {
  const lines = text.split("\n");
  const every = 2 + chance.number(5);
  const changes: Array<(text: string) => string> = [
    () => lines.toReversed().join("\n"),
    () => lines.map((line, n) => (n % every === 0 ? `${line}!` : line)).join("\n"),
    () => lines.map((line) => line.split(" ").toReversed().join(" ")).join("\n"),
    () => lines.map((line, n) => (n % every === 0 ? `${line}\n${line}` : line)).join("\n"),
    () => `${lines.slice(lines.length / 2).join("\n")}\n${lines.slice(0, lines.length / 2).join("\n")}`,
    () => text.replaceAll("a", "b"),
    () => text.split(" ").join("\n"),
    () => text.replaceAll("\n", " "),
    () => [...text].map((character, n) => (n % (3 * every) === 0 ? "\n" : character)).join(""),
  ];
  return cutTo(chance.pick(changes as [(text: string) => string])(text), MARKDOWN_BYTES);
}

/** CPU time is measured, so a busy machine must not end the thread: each new one would load its grammars again. */
const PATIENT = { documentMs: 60_000, clockMs: 600_000, idleMs: 300_000 };
const aside = renderAside(`${process.cwd()}/lib/text/markdown/render-thread.mjs`, here, PATIENT);
let analysed: { of: string; analysis: Analysis } | undefined;

/** The terms of a text as the library's own terms: every query word then has all its variants. */
function statisticsOf({ markdown }: Case) {
  const analysis = analysisOf(markdown);
  return makeStatistics({
    documents: 1_000,
    means: [8, 40, 20, 600],
    terms: new Map(analysis.terms.map((term, n) => [term, 1 + (n % 30)])),
  });
}

function analysisOf(markdown: string): Analysis {
  if (analysed?.of !== markdown)
    analysed = {
      of: markdown,
      analysis: analyseVersion({
        slug: "a",
        title: "a",
        description: "a",
        markdown,
        questions: [],
        lent_question: null,
        technologies: [],
      }),
    };
  return analysed.analysis;
}

const ids = { skill_id: "skl_AAAAAAAAAAAAAAAAAAAAAA", version_id: "skv_AAAAAAAAAAAAAAAAAAAAAA" };

/**
 * The processing steps of untrusted texts, in order. Each is a complete step: the functions it calls are not measured
 * again.
 */
export const handlers: Record<string, (texts: Case) => unknown> = {
  "judge a skill": ({ title, description, markdown }) => judgeSkill({ title, description, markdown }),
  "judge a public text": ({ insight }) => judgePublicText(insight),
  "render in the thread": ({ markdown, title }) => aside.render(markdown, { title }),
  "find what a page does not show": ({ markdown }) => findUnseen(markdown),
  "plain text": ({ markdown }) => plainText(markdown),
  "analyse for search": ({ title, description, markdown }) =>
    analyseVersion({
      slug: "a",
      title,
      description,
      markdown,
      questions: [],
      lent_question: null,
      technologies: [title],
    }),
  "understand a query, score, excerpt and matched words": (texts) => {
    const statistics = statisticsOf(texts);
    const { version } = analysisOf(texts.markdown);
    const words = queryWords(texts.query, statistics, { prefix: true });
    scoreText(words, version, statistics);
    const excerpt = excerptOf(searchedText(texts.markdown), words.words);
    return matchedWords([texts.title, texts.description, excerpt ?? ""], words.words);
  },
  "unified diff": ({ markdown, other }) =>
    unifiedDiff({ name: "a", at: "b", text: markdown }, { name: "c", at: "d", text: other }),
  "comparison side by side": ({ markdown, other }) => diffRows(markdown, other),
  "comparison of the fields": ({ basis, description, other }) => [
    diffRows(basis, first(other, 4_000)),
    diffRows(description, first(other, 500)),
  ],
  "transcript of a thread": ({ insight, title, description }) =>
    presentTranscript([
      {
        message_id: "msg_AAAAAAAAAAAAAAAAAAAAAA",
        thread_id: "thr_AAAAAAAAAAAAAAAAAAAAAA",
        sequence: "2",
        kind: "insight",
        author: { kind: "connection", name: oneLine(title), mark: "AAAAAA" },
        body: insight,
        relevance: description,
        outcome: null,
        used_versions: [{ ref: { kind: "skill_version", ...ids }, condition: description }],
        reply_to_message_id: null,
        retracted_at: null,
        retracted_by: null,
        risk_labels: [],
        waiting: false,
        created_at: "2026-11-21T09:30:00.000Z",
      },
    ]),
  "alternate in markdown": ({ markdown, title }) =>
    alternateOf("/a", [link(title, "/b"), link(markdown, "/c"), markdown]),
  "feed in XML": ({ markdown, title }) => xmlDocument(element("a", { b: title }, markdown)),
  "answer over MCP": ({ markdown, insight }) =>
    shortened({ a: Array.from({ length: 4 }, () => ({ insight, markdown })) }),
  "name in an address": ({ title }) => slugFrom(title),
};
