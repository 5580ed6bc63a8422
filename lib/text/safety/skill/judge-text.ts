import { type Found, ruleWords } from "@/lib/text/safety/skill/found";
import { codeJudge } from "@/lib/text/safety/skill/judge-code";
import { isExcusedSpan, isShownAsBad } from "@/lib/text/safety/skill/prose/excuses";
import type { FrameHit } from "@/lib/text/safety/skill/prose/frames/find-frames";
import { judgeProse, languageOfText, type ProsePart } from "@/lib/text/safety/skill/prose/judge-prose";
import { type Block, readBlocks } from "@/lib/text/safety/skill/read-blocks";

/** A hit with its line in the text, from 1. */
export type PlacedFound = Found & { line: number };

/**
 * Judges a text section by section, by the behaviour of its code and the requests of its prose. Pure; its work grows
 * linearly with the text.
 */
export function judgeText(text: string, isTitle: boolean): PlacedFound[] {
  const found: PlacedFound[] = [];
  const blocks = isTitle
    ? [{ kind: "prose", language: "", text, line: 1, heading: true, item: false } satisfies Block]
    : readBlocks(text);
  const place = (block: Block, one: Found) =>
    found.push({ ...one, line: block.line + newlines(block.text, Math.max(0, Math.min(one.at, block.text.length))) });
  let collect: (one: Found) => void = () => {};
  let hasWeakCode = false;
  const judgeCode = codeJudge((one) => collect(one));
  const whole = blocks
    .filter(({ kind }) => kind === "prose")
    .slice(0, 60)
    .map((block) => block.text.slice(0, 300))
    .join(" ")
    .slice(0, 4_000);
  const language = languageOfText(whole);
  const weak: Array<Omit<FrameHit, "at"> & { block: Block; at: number }> = [];
  const hasSample = blocks.some((block) => block.heading && SAMPLE_HEADING.test(block.text));
  const lines = hasSample && EXPECTED.test(text) ? text.split(/\r\n|[\n\r]/) : null;
  for (const section of sectionsOf(blocks)) {
    const isSample = lines !== null && section.some((block) => block.heading && SAMPLE_HEADING.test(block.text));
    const parts: ProsePart[] = [];
    const starts: Array<{ block: Block; from: number }> = [];
    let from = 0;
    for (const block of section) {
      // A quoted example of an attack, in a text that says how to respond to it.
      const isPayload = isSample && /^\s{0,3}>/.test(lines?.[block.line - 1] ?? "");
      if ((block.kind === "prose" || isProseFence(block)) && !isPayload) {
        parts.push({ text: block.text, offset: from, heading: block.heading, item: block.item });
        starts.push({ block, from });
      }
      from += block.text.length + 1;
    }
    const { sentences, shadow, frames } = judgeProse(parts, language, (one) => {
      const start = starts.findLast((each) => each.from <= one.at) ?? starts[0];
      if (start) place(start.block, { ...one, at: one.at - start.from });
    });
    for (const { frame, sentence, at } of frames) {
      const start = starts.findLast((each) => each.from <= at) ?? starts[0];
      if (frame.weak && start) weak.push({ frame, sentence, block: start.block, at: at - start.from });
    }
    for (const block of section) {
      if (block.text.includes("![") && (block.kind === "prose" || isProseFence(block)))
        for (const { row, rule, pattern } of textMarks) {
          const hit = pattern.exec(block.text);
          if (hit) place(block, { row: `text: ${row}`, rule, what: ruleWords[rule] ?? rule, at: hit.index });
        }
      if (block.kind === "code") {
        collect = (one) => {
          if (!one.weak || shadow) place(block, one);
          else hasWeakCode = true;
        };
        const before = starts.findLast((one) => one.block.line < block.line);
        const isBad =
          section[section.indexOf(block) - 1] === before?.block &&
          /[:：][\s*_]*$/.test(before?.block.text ?? "") &&
          isShownAsBad(sentences.findLast((one) => one.offset === before?.from));
        if (isBad) collect = (one) => place(block, { ...one, notice: true });
        judgeCode(block.language, block.text, 0);
      } else if (block.text.includes("`")) {
        const start = starts.find((one) => one.block === block)?.from ?? 0;
        let span = { at: 0, code: "" };
        collect = (one) => {
          if ((!one.weak || shadow) && !isExcusedSpan(sentences, start + span.at, span.code)) place(block, one);
        };
        for (const { 2: code = "", index } of block.text.matchAll(SPAN)) {
          span = { at: index, code };
          judgeCode("", ` ${code.replaceAll("\\|", "|")}`, index, true);
        }
      }
    }
  }
  if (weak.length === 0) return found;
  const isRisky = hasWeakCode || new Set(weak.map(({ sentence }) => sentence)).size > 1 || TOUCHES_RISKS.test(text);
  const reachesOut = isRisky || NAMES_ADDRESS.test(text);
  for (const { frame, block, at } of weak)
    if (frame.weak === "risk" ? isRisky : reachesOut)
      place(block, { row: `frame: ${frame.row}`, rule: frame.rule, what: ruleWords[frame.rule] ?? frame.rule, at });
  return found;
}

const SAMPLE_HEADING =
  /\b(?:sample|example|test)\b.{0,30}\b(?:payload|attack|injection|input)|\b(?:payload|attack|injection)\b.{0,30}\b(?:sample|example)|beispiel.{0,20}(?:angriff|nutzlast|eingabe)|(?:angriff|nutzlast).{0,20}beispiel|carga.{0,15}ejemplo|ejemplo.{0,15}(?:carga|ataque)|charge.{0,15}exemple|exemple.{0,15}(?:charge|attaque|injection)|(?:示例|样例|测试).{0,6}(?:载荷|攻击|注入|输入)|(?:载荷|攻击|注入).{0,6}(?:示例|样例)/iu;
const EXPECTED =
  /\b(?:expected|correct)\s(?:result|behaviou?r|answer|response|outcome)|erwartet|richtige[sr]? (?:ergebnis|verhalten|antwort)|(?:resultado|comportamiento)s? (?:correcto|esperado)|(?:résultat|comportement)s? (?:correct|attendu)|(?:预期|正确)(?:结果|行为|反应|做法)/iu;

/** An address outside the machine. */
const NAMES_ADDRESS = /https?:\/\/(?!localhost|127\.|\[::1)|[\w.+-]{1,60}@[\w-]{1,60}\.\w|[\w-]\.(?:example|invalid)\b/;
/** Programs, places and names in texts that run, send or store something. */
const TOUCHES_RISKS =
  /\b(?:curl|wget|rsync|ftp|scp|crontab|systemd|systemctl|launchctl|ssh|nsenter|sudo|rm -rf|iptables|docker run)\b|\/etc\/|\.(?:bashrc|zshrc|profile)\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|_(?:TOKEN|KEY|SECRET|PASSWORD|DIGEST)\b|base64|[./]env\b|[\w.+-]{1,60}@[\w-]{1,60}\.\w/;

/** Blocks from one heading to the next; long sections are cut. */
function sectionsOf(blocks: readonly Block[]): Block[][] {
  const sections: Block[][] = [];
  let open: Block[] = [];
  for (const block of blocks) {
    if ((block.heading && open.some((one) => !one.heading)) || open.length >= BLOCKS_MAX) {
      sections.push(open);
      open = [];
    }
    open.push(block);
  }
  if (open.length > 0) sections.push(open);
  return sections;
}

/** Forms of text that are neither a sentence nor a command. */
export const textMarks: ReadonlyArray<{ row: string; rule: string; pattern: RegExp }> = [
  {
    row: "picture with a hole",
    rule: "leaks_in_queries",
    pattern: /!\[[^\]\n]{0,200}\]\(https?:\/\/[^)\s?]{1,200}\?[^)\s=]{1,30}=(?:\{|\$|<|%7B|\[)/i,
  },
];

const BLOCKS_MAX = 60;
const SPAN = /(`{1,3})(?!`)([^`\n]{6,600})\1(?!`)/g;

function isProseFence({ language }: Block): boolean {
  return /^(?:|text|txt|md|markdown|plaintext|prompt|plain)$/.test(language);
}

function newlines(text: string, until: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < until; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
