import { blankCode } from "@/lib/text/safety/skill/find-unsafe-links";

export type HiddenText = { rule: string; what: string; offsets: number[]; held: number[] };

/**
 * Finds text that a rendered page hides but an agent reads: comments, raw HTML, unused link definitions, long image
 * texts, and text far to the right. `held` contains the comments that address an agent.
 */
export function findHiddenLines(markdown: string): HiddenText[] {
  const text = blankCode(markdown);
  const comments = [...offsets(text, /<!--/g), ...offsets(text, /^ {0,3}\[(?:\/\/|comment|#)\]:/gim)];
  const kinds: HiddenText[] = [
    {
      rule: "html_comment",
      what: "comments, which a page does not show",
      offsets: comments,
      held: comments.length === 0 ? [] : thoseSpeakingToAgent(text, comments),
    },
    {
      rule: "raw_html",
      what: "raw HTML, which the page leaves out",
      offsets: offsets(text, /<\/?[a-z][a-z0-9-]{0,20}(?=[\s>/])(?:\s[^<>\n]{0,300})?\/?>|<![a-z]|<\?[a-z]/gi),
      held: offsets(text, HIDING_STYLE),
    },
    {
      rule: "unused_link_definition",
      what: "link definitions that nothing uses",
      offsets: unusedDefinitions(text),
      held: [],
    },
    {
      rule: "long_image_text",
      what: "long texts of images, which are not shown",
      offsets: offsets(text, /!\[[^\]\n]{120,2000}\]/g),
      held: [],
    },
    { rule: "far_right_text", what: "text pushed out of sight by blanks", offsets: farRight(markdown), held: [] },
  ];
  return kinds.filter((kind) => kind.offsets.length > 0 || kind.held.length > 0);
}

const HIDING_STYLE =
  /<[a-z]{1,12}\s[^<>\n]{0,200}(?:display\s{0,2}:\s{0,2}none|font-size\s{0,2}:\s{0,2}0|visibility\s{0,2}:\s{0,2}hidden|opacity\s{0,2}:\s{0,2}0(?![.\d])|color\s{0,2}:\s{0,2}(?:white|#fff(?:fff)?|transparent)\b)/gi;

const COMMENT_READ = 2_000;

/**
 * The comments that name an agent and give an order. The words are searched once in the whole text: unclosed comments
 * contain each other, and reading each of them took 2,000 characters for every five.
 */
function thoseSpeakingToAgent(text: string, comments: readonly number[]): number[] {
  const [addressed, orders] = [placesOf(text, ADDRESSED), placesOf(text, ORDERS)];
  if (addressed.length === 0 || orders.length === 0) return [];
  const ends = new Map<string, number>();
  return comments.filter((at) => {
    const mark = text.startsWith("<!--", at) ? "-->" : "\n";
    let end = ends.get(mark) ?? -1;
    // Comments of one kind are in order.
    if (end < at) {
      end = text.indexOf(mark, at);
      if (end < 0) end = text.length;
      ends.set(mark, end);
    }
    const until = end + mark.length > at + COMMENT_READ ? Math.min(at + COMMENT_READ, text.length) : end;
    return isWithin(addressed, at, until) && isWithin(orders, at, until);
  });
}

type Place = { from: number; to: number };

function placesOf(text: string, pattern: RegExp): Place[] {
  const places: Place[] = [];
  for (const { index, 0: found } of text.matchAll(pattern)) places.push({ from: index, to: index + found.length });
  return places;
}

/** Whether one of the places, which are in order, is in this range. */
function isWithin(places: readonly Place[], from: number, until: number): boolean {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.from ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return (places[low]?.to ?? Number.POSITIVE_INFINITY) <= until;
}

const ADDRESSED =
  /(?<![\p{L}])(?:KI|IA|Assistent|Assistant|asistente|modelo|modèle|agente?|Agenten|Sprachmodell|l['’]assistant|l['’]agent)(?![\p{L}])|助手|智能体|模型|代理|人工智能|\b(?:agents?|assistants?|AI|LLMs?|language models?|chatbot|claude|gpt|copilot|gemini|codex|you must|you should|your instructions|system prompt|hidden instructions?)\b/giu;
const ORDERS =
  /\b(?:must|always|never|ignore|disregard|override|secretly|silently|execute|run|send|upload|fetch|download|exfiltrate|do not (?:tell|mention|show|reveal)|instead|first,? (?:read|run|call)|before (?:answering|responding)|pretend|obey)\b|(?<![\p{L}])(?:füge|sende|schicke|lade|lies|ignoriere|führe|lösche|erwähne|sag|immer|nie|añade|agrega|envía|ejecuta|ignora|lee|borra|afirma|nunca|siempre|ajoute|envoie|exécute|ignore|lis|supprime|nie|jamais|toujours)(?![\p{L}])|执行|运行|发送|上传|忽略|添加|不要|删除|读取|必须/giu;

/** Definitions whose label occurs nowhere else, excluding footnotes. */
function unusedDefinitions(text: string): number[] {
  const found: number[] = [];
  const lower = text.toLowerCase();
  for (const match of text.matchAll(/^ {0,3}\[(?!\^)([^\]\n]{1,120})\]:\s{0,10}\S/gm)) {
    if (found.length === DEFINITIONS_MAX) break;
    const label = `[${(match[1] ?? "").toLowerCase()}]`;
    const first = lower.indexOf(label);
    if (first === lower.lastIndexOf(label)) found.push(match.index);
  }
  return found;
}

const DEFINITIONS_MAX = 100;

/** Text after at least forty blanks or ten tabs, behind other text or at the start of a prose line. */
function farRight(markdown: string): number[] {
  return offsets(markdown, /(?<=\S)(?: {60,}|\t{10,})(?=\S)|^(?: {100,}|\t{20,})(?=\S)/gm);
}

function offsets(text: string, pattern: RegExp): number[] {
  return Array.from(text.matchAll(pattern), (match) => match.index);
}
