import type { Found } from "@/lib/safety/skill/found";
import { codeJudge } from "@/lib/safety/skill/judge-code";
import { judgeProse, type ProsePart } from "@/lib/safety/skill/prose/judge-prose";
import { type Block, readBlocks } from "@/lib/safety/skill/read-blocks";

/** A hit with the line of the text it stands in, from 1. */
export type PlacedFound = Found & { line: number };

/** Judges a text by what its code does and what its prose asks for. Pure; its work grows linearly with the text. */
export function judgeText(text: string, isTitle: boolean): PlacedFound[] {
  const found: PlacedFound[] = [];
  const blocks = isTitle ? [{ kind: "prose", language: "", text, line: 1, heading: true, item: false } satisfies Block] : readBlocks(text);
  let current: Block | undefined;
  const add = (block: Block | undefined, one: Found) => {
    const line = block ? block.line + newlines(block.text, Math.min(one.at, block.text.length)) : 1;
    found.push({ ...one, line });
  };
  const judgeBlock = codeJudge((one) => add(current, one));
  let section: Array<{ block: Block; from: number }> = [];
  const closeSection = () => {
    if (section.length === 0) return;
    const parts: ProsePart[] = section.map(({ block, from }) => ({ text: block.text, offset: from, heading: block.heading, item: block.item }));
    judgeProse(parts, (one) => {
      const place = section.findLast(({ from }) => from <= one.at) ?? section[0];
      if (place) add(place.block, { ...one, at: one.at - place.from });
    });
    section = [];
  };
  let at = 0;
  for (const block of blocks) {
    current = block;
    if (block.kind === "code") {
      judgeBlock(block.language, block.text, 0);
      if (/^(?:|text|txt|md|markdown|plaintext|prompt|plain)$/.test(block.language)) section.push({ block, from: at });
    } else {
      if (block.heading) closeSection();
      for (const span of block.text.matchAll(SPAN)) judgeBlock("", ` ${span[2] ?? ""}`, span.index, true);
      section.push({ block, from: at });
    }
    at += block.text.length + 1;
  }
  closeSection();
  return found;
}

const SPAN = /(`{1,3})(?!`)([^`\n]{6,600})\1(?!`)/g;

function newlines(text: string, until: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < until; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
