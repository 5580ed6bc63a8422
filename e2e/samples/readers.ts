import { readFileSync } from "node:fs";
import path from "node:path";
import { findInvisible } from "@/lib/text/safety/find-invisible";
import { scoreHarm } from "@/lib/text/safety/harm-model/score-harm";
import { documentedPlaces } from "@/lib/text/safety/secrets/documented";
import { findAssignments } from "@/lib/text/safety/secrets/find-assignments";
import { findByRules } from "@/lib/text/safety/secrets/find-by-rules";
import { findKeys } from "@/lib/text/safety/secrets/find-keys";
import { findSeedPhrases } from "@/lib/text/safety/secrets/find-seed-phrases";
import { findUrlPasswords } from "@/lib/text/safety/secrets/find-url-passwords";
import { looksMade, mixesCases, readBare, readWord } from "@/lib/text/safety/secrets/rule";
import { isMetadataService, kindOfAddress } from "@/lib/text/safety/skill/addresses";
import { isKeyName, isOwnService, outputOfCommand } from "@/lib/text/safety/skill/code/command-values";
import { lastName, pathTaint } from "@/lib/text/safety/skill/code/literal-paths";
import { NameTraits } from "@/lib/text/safety/skill/code/name-traits";
import { readTokens } from "@/lib/text/safety/skill/code/read-tokens";
import {
  HOME_VARIABLES,
  isTrustedPlace,
  PERSONAL_FOLDERS,
  SOURCE_PATTERN,
} from "@/lib/text/safety/skill/code/written-places";
import { findHiddenLines } from "@/lib/text/safety/skill/find-hidden-lines";
import { findMisleadingLinks } from "@/lib/text/safety/skill/find-misleading-links";
import { findUnsafeLinks } from "@/lib/text/safety/skill/find-unsafe-links";
import { isKnownInstaller } from "@/lib/text/safety/skill/known-installers";
import { kindOfPath, taintOfPath } from "@/lib/text/safety/skill/path-kinds";
import { isForbidden, isRefusedRequest } from "@/lib/text/safety/skill/prose/excuses";
import { isConditional } from "@/lib/text/safety/skill/prose/frames/read-roles";
import { languageOfText } from "@/lib/text/safety/skill/prose/judge-prose";
import { formsOf } from "@/lib/text/safety/skill/prose/name-forms";
import { splitProse, wordsOf } from "@/lib/text/safety/skill/prose/split-prose";
import { readBlocks } from "@/lib/text/safety/skill/read-blocks";
import { SHELL_FENCE } from "@/lib/text/safety/skill/rules-label";
import { fileOfRows, misspelledDependency, queriesPeople } from "@/lib/text/safety/skill/settings-rules";
import { isMisspelled } from "@/lib/text/safety/skill/shell/popular-packages";
import { readCommands } from "@/lib/text/safety/skill/shell/read-commands";
import { sourcesOfWord } from "@/lib/text/safety/skill/shell/sources";
import * as roles from "@/lib/text/safety/skill/shell/word-roles";
import { shownAsBad } from "@/lib/text/safety/skill/shown-as-bad";

const spans = (found: ReadonlyArray<{ index: number; end: number }>) =>
  found.map(({ index, end }) => `${index}–${end}`);

/** Functions that read one text, and their results as JSON or as a plain word. */
export const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "kind and taint of a path": (text) => [kindOfPath(text), taintOfPath(text), isTrustedPlace(text)],
  "kind of an address": (text) => [kindOfAddress(text), isMetadataService(text)],
  "official installer": isKnownInstaller,
  "kind of name": formsOf,
  "name of a variable": (text) => [isKeyName(text), HOME_VARIABLES.test(text)],
  "key and the address that it is sent to": (text) => isOwnService(text.split(" ")[0] ?? "", text.split(" ")[1] ?? ""),
  "output of a command": (text) => outputOfCommand([text]),
  "text that names a path": (text) => [pathTaint(text), lastName(text), SOURCE_PATTERN.test(text)],
  "name in a program": traitsOf,
  "tokens of a program": (text) =>
    readTokens(text, true).map(({ kind, text: one, start }) => `${start} ${kind} ${one}`),
  "commands of a script": (text) =>
    readCommands(text).map(({ words, redirects, input, from }) => ({
      words: words.map(
        (word) => `${word.quoted ? "quoted " : ""}${word.text}${word.variables.map((one) => ` $${one}`).join("")}`,
      ),
      redirects: redirects.map(({ operator, target }) => `${operator} ${target.text}`),
      input,
      from: from.length,
    })),
  "commands of PowerShell": (text) =>
    readCommands(text, "powershell").map(({ words }) => words.map((word) => word.text)),
  "word of a command": (text) => [
    roles.commandName(text),
    roles.fileName(text),
    roles.stripOption(text),
    roles.isHarmlessBody(text),
    roles.isPipelineSecret(text),
    roles.scriptLanguage(text),
    sourcesOfWord(text),
  ],
  "package name": (text) => [isMisspelled("npm", text), isMisspelled("pip", text)],
  "database statement": (text) => [queriesPeople(text), fileOfRows(text)],
  "list of dependencies": misspelledDependency,
  "blocks of markdown": (text) =>
    readBlocks(text).map(({ kind, language, text: one, line, heading, item }) =>
      [line, kind, language, one, heading ? "heading" : "", item ? "item" : ""].join("|"),
    ),
  "fence of a shell": (text) => SHELL_FENCE.test(text),
  "pieces of prose": (text) =>
    splitProse(text).flatMap((piece) => [
      `${piece.kind} ${piece.text}`,
      ...(piece.kind === "word" ? wordsOf(piece).map(({ kind, text: one }) => `- ${kind} ${one}`) : []),
    ]),
  "sentence about a request": (text) => [
    isRefusedRequest(text),
    isForbidden(text),
    isConditional(text),
    languageOfText(text),
  ],
  "code that a text calls wrong": (text) => {
    const isShown = shownAsBad(text);
    return text
      .split("\n")
      .map((_, at) => isShown({ rule: "download_and_run", row: "shell: download run", line: at + 1 }));
  },
  "misleading links": findMisleadingLinks,
  "unsafe links": findUnsafeLinks,
  "hidden lines": (text) => findHiddenLines(text).map(({ rule, offsets, held }) => [rule, offsets, held]),
  "invisible characters": (text) => [findInvisible(text, "prose"), findInvisible(text, "markdown")].map(spans),
  "secrets told and typed": (text) => findByRules(text).map(({ rule, index, end }) => `${rule} ${index}–${end}`),
  "resemblance to harmful texts": (text) => [scoreHarm(text).score.toFixed(4), scoreHarm(text).line],
  "documented keys": (text) => spans(documentedPlaces(text)),
  assignments: (text) => spans(findAssignments(text)),
  keys: (text) => spans(findKeys(text)),
  "recovery phrases": (text) => spans(findSeedPhrases(text)),
  "passwords in addresses": (text) => spans(findUrlPasswords(text)),
  "value after a name": (text) => [readWord(text, 0)?.text, readBare(text, 0)?.text, looksMade(text), mixesCases(text)],
};

function traitsOf(text: string): string {
  const { call, ...name } = { ...new NameTraits(text), call: new NameTraits(text).call };
  const said = (traits: object) =>
    Object.entries(traits).flatMap(([trait, value]) =>
      value === true ? [trait] : Array.isArray(value) ? value.map(({ row }: { row: string }) => row) : [],
    );
  return [...said(name), ...said(call), PERSONAL_FOLDERS.test(text) ? "folder" : ""].filter(Boolean).join(", ");
}

/** The recorded results by function; the names of the members are the texts. */
export function recordedReadings(): Record<string, Record<string, string>> {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, "readings.json"), "utf8"));
}

/** What a function reads in each text now. */
export function readingsOf(reader: string, texts: readonly string[]): Record<string, string> {
  const read = readers[reader];
  return Object.fromEntries(texts.map((text) => [text, JSON.stringify(read?.(text)) ?? ""]));
}
