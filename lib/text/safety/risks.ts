import { foldCase, type Gates, gatesOf, nextStem, startsAt } from "@/lib/text/safety/gates";
import type { RiskRow } from "@/lib/text/safety/risk-row";
import { flowRows } from "@/lib/text/safety/risk-rows";
import { standingRows } from "@/lib/text/safety/risk-rows-more";

/** What a text makes an agent able to do: the rule, the line, from 1, and a description to follow "the skill has". */
type Risk = { rule: string; line: number; what: string };

/** The whole table. */
export const riskRows: readonly RiskRow[] = [...flowRows, ...standingRows];

/** The risks of a public text, in the order of its lines. Pure; its work grows linearly with the text. */
export function risksOf(text: string): Risk[] {
  return TABLE(text).filter(({ rule }) => rule !== KNOWN_INSTALLER);
}

/** Like `risksOf`, with the known installers, which are labels without effect. */
export function capabilitiesOf(text: string): Risk[] {
  return TABLE(text);
}

/** Like `capabilitiesOf`, with a subset of the rows. */
export function risksBy(rows: readonly RiskRow[]): (text: string) => Risk[] {
  const gates = gatesOf(rows.flatMap(gated));
  return (text) => {
    const found: Risk[] = [];
    const blocks = readBlocks(text);
    for (const index of blocks.keys()) findInBlock(gates, blocks, index, found);
    return found.sort((a, b) => a.line - b.line);
  };
}

type Tried = { id: string; gate: readonly string[]; inside?: true; row: RiskRow };

/** Words of letters are looked for only where a word begins. */
function gated(row: RiskRow): Tried[] {
  const isWord = (literal: string) => /^[a-z]/.test(literal);
  return [
    { id: row.id, row, gate: row.gate.filter(isWord) },
    { id: row.id, row, gate: row.gate.filter((literal) => !isWord(literal)), inside: true },
  ];
}

const KNOWN_INSTALLER = "known_installer";
const TABLE = risksBy(riskRows);

/** A longer line is read in parts of this length, which overlap, so that the work for a line is bounded. */
const PART = 1_200;
const OVERLAP = 300;

function findInBlock(gates: Gates<Tried>, blocks: readonly Block[], index: number, found: Risk[]): void {
  const block = blocks[index];
  if (!block) return;
  const read = block.kind === "code" ? joinLines(block.text) : block.text.replaceAll("\n", " ");
  const folded = foldCase(read);
  const tried = new Map<RiskRow, number>();
  const near = nearby(blocks, index, read);
  let line = { first: 0, end: -1 };
  for (let at = nextStem(gates, folded, 0); at < folded.length - 1; at = nextStem(gates, folded, at + 1)) {
    const starts = startsAt(gates, folded, at);
    if (at > line.end) line = lineAround(read, at);
    const part = partOf(line, at);
    for (const { literal, rule } of starts ?? []) {
      const { row } = rule;
      if (tried.get(row) === part.from || (row.only && row.only !== block.kind) || !folded.startsWith(literal, at))
        continue;
      tried.set(row, part.from);
      const text = read.slice(part.from, part.end);
      const match = row.shape.exec(text);
      if (!match || row.unless?.test(text)) continue;
      if ((row.beside && !near.holds(row, part.from)) || (row.check && !row.check(text, near.at(part.from)))) continue;
      const isInstaller = row.installer && isKnownInstaller(text);
      found.push({
        rule: isInstaller ? KNOWN_INSTALLER : row.rule,
        what: isInstaller ? "a well-known installer that is run unseen" : row.what,
        line: block.line + countBreaks(block.text, part.from + match.index),
      });
    }
    if (at === folded.length - 2) break;
  }
}

type Line = { first: number; end: number };

function lineAround(read: string, at: number): Line {
  const end = read.indexOf("\n", at);
  return { first: read.lastIndexOf("\n", at) + 1, end: end < 0 ? read.length : end };
}

function partOf({ first, end }: Line, at: number): { from: number; end: number } {
  const start = first + Math.floor((at - first) / PART) * PART;
  return { from: Math.max(first, start - OVERLAP), end: Math.min(end, start + PART + OVERLAP) };
}

/** A row reads at most this much around a line, and as much of a neighbouring block, at most so many blocks away. */
const NEAR = 3_000;
const APART = 12;

/** What is around a line: its block, and the code blocks before and after it. Each pattern is tried once a part. */
function nearby(blocks: readonly Block[], index: number, read: string) {
  const texts = new Map<number, string>();
  const held = new Map<string, boolean>();
  const at = (from: number): string => {
    const part = Math.floor(from / NEAR);
    const known = texts.get(part);
    if (known !== undefined) return known;
    const own = read.slice(Math.max(0, (part - 1) * NEAR), (part + 2) * NEAR);
    const text = [neighbour(blocks, index, -1), own, neighbour(blocks, index, 1)].join("\n");
    texts.set(part, text);
    return text;
  };
  const holds = (row: RiskRow, from: number): boolean => {
    const key = `${row.id} ${Math.floor(from / NEAR)}`;
    let result = held.get(key);
    if (result === undefined) {
      const text = at(from);
      result = (row.beside ?? []).every((pattern) => pattern.test(text));
      held.set(key, result);
    }
    return result;
  };
  return { at, holds };
}

/** The code block before or after a block. */
function neighbour(blocks: readonly Block[], index: number, step: 1 | -1): string {
  for (let steps = 1; steps <= APART; steps += 1) {
    const block = blocks[index + step * steps];
    if (block?.kind === "code") return step < 0 ? block.text.slice(-NEAR) : block.text.slice(0, NEAR);
  }
  return "";
}

/** Replaces the breaks inside a command by blanks: after a backslash, and around a pipe. */
function joinLines(code: string): string {
  return code.replace(/[\\`]\n|\n(?=[ \t]{0,20}\|[ \t]{0,3}[a-z])|[|&][ \t]{0,3}\n/gi, (found) =>
    found.replace(/[\\`\n]/g, " "),
  );
}

function countBreaks(text: string, until: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < until; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** A unit of judgement: a code block, or a paragraph, list item, table row or heading of prose. */
type Block = {
  kind: "prose" | "code";
  /** Its lines, joined by line feeds, without quote and list marks. */
  text: string;
  /** Its first line in the text, from 1. */
  line: number;
  /** A list item or a table row. */
  item: boolean;
};

/** The maximum length of a piece of prose; longer paragraphs are cut at a line. */
const PROSE_MAX = 4_000;

/**
 * Splits markdown into blocks. Quote, list and comment markers are removed, because agents read their content too.
 * Fences are recognised at any indent. Linear.
 */
function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let fence = "";
  let isQuoted = false;
  let open: (Omit<Block, "text"> & { lines: string[] }) | null = null;
  let size = 0;
  const close = () => {
    if (open && open.lines.length > 0) {
      const { kind, lines, line, item } = open;
      blocks.push({ kind, text: lines.join("\n"), line, item });
    }
    open = null;
    size = 0;
  };
  for (const [index, raw] of markdown.split(/\r\n|[\n\r]/).entries()) {
    // In a fence outside of quotes, `> file` is a command.
    const line: string = fence && !isQuoted ? raw : raw.replace(QUOTES, "");
    const trimmed = line.trim();
    const mark = FENCE.exec(trimmed);
    if (fence) {
      if (trimmed.startsWith(fence) && trimmed === fence.charAt(0).repeat(trimmed.length)) {
        close();
        fence = "";
      } else if (open) open.lines.push(line);
      continue;
    }
    if (mark) {
      close();
      fence = mark[1] ?? "";
      isQuoted = line !== raw;
      open = { kind: "code", lines: [], line: index + 2, item: false };
      continue;
    }
    const heading = /^#{1,6}\s/.test(trimmed);
    // Indented code: after a blank line, outside lists.
    if (INDENTED.test(line) && (open?.kind === "code" || (open === null && !blocks.at(-1)?.item))) {
      open ??= { kind: "code", lines: [], line: index + 1, item: false };
      open.lines.push(line.trim());
      continue;
    }
    if (open?.kind === "code") close();
    if (!trimmed || STARTS.test(trimmed) || size > PROSE_MAX) close();
    if (trimmed) {
      open ??= {
        kind: "prose",
        lines: [],
        line: index + 1,
        item: /^(?:[-*+]\s|\d{1,9}[.)]\s|\|)/.test(trimmed),
      };
      open.lines.push(trimmed.replace(MARKS, ""));
      size += trimmed.length;
    }
    if (heading || trimmed.startsWith("|")) close();
  }
  close();
  return blocks;
}

const FENCE = /^(?:[-*+]\s{1,4}|\d{1,9}[.)]\s{1,4})?(`{3,}|~{3,})([^`]{0,60})/;
const INDENTED = /^(?: {4}|\t)\s{0,8}\S/;
const STARTS = /^(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|\||<!--)/;
const MARKS = /^(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)/;
const QUOTES = /^(?:\s{0,8}>\s?){1,10}/;

/**
 * Whether all addresses of a command are official installers of well-known tools: over https, or without a scheme,
 * which `curl` completes. These commands are the vendors' own instructions; they are labelled and not held.
 */
function isKnownInstaller(command: string): boolean {
  const addresses =
    command.match(
      /\b[a-z]{2,10}:\/\/[^\s"'`<>)|;]{4,300}|(?<![\w./@:=-])(?:[a-z0-9-]{1,40}\.){1,3}[a-z]{2,10}(?:\/[^\s"'`<>)|;]{0,300}|(?=[\s"'`<>)|;]|$))/gi,
    ) ?? [];
  const completed = addresses.map((address) => (/^[a-z]+:\/\//i.test(address) ? address : `https://${address}`));
  return completed.length > 0 && completed.every((address) => KNOWN.test(address));
}

// Host and path are compared from the start, so that neither a longer host nor another path of a shared host matches.
// Only branches and releases of a repository count: GitHub serves commits of forks under the same address.
const KNOWN =
  /^https:\/\/(?:sh\.rustup\.rs\/?$|astral\.sh\/(?:uv|ruff)\/(?:[\d.]{1,12}\/)?install\.(?:sh|ps1)$|bun\.(?:sh|com)\/install(?:\.ps1)?$|deno\.land\/install\.(?:sh|ps1)$|get\.docker\.com\/?$|aka\.ms\/(?:InstallAzureCLIDeb|install-azd\.(?:sh|ps1)|install-artifacts-credprovider\.(?:sh|ps1))$|install\.python-poetry\.org\/?$|get\.pnpm\.io\/install\.(?:sh|ps1)$|deb\.nodesource\.com\/setup_[\w.]{1,8}$|rpm\.nodesource\.com\/setup_[\w.]{1,8}$|fnm\.vercel\.app\/install$|get\.volta\.sh\/?$|get\.k3s\.io\/?$|fly\.io\/install\.(?:sh|ps1)$|ollama\.com\/install\.sh$|starship\.rs\/install\.sh$|tailscale\.com\/install\.sh$|mise\.run\/?$|nixos\.org\/nix\/install$|install\.determinate\.systems\/nix$|get\.sdkman\.io\/?$|get\.scoop\.sh\/?$|community\.chocolatey\.org\/install\.ps1$|claude\.ai\/install\.(?:sh|ps1)$|cli\.github\.com\/packages\/[\w./-]{1,80}$|install\.meilisearch\.com\/?$|repo\.anaconda\.com\/(?:miniconda|archive)\/[\w.-]{1,80}$|awscli\.amazonaws\.com\/[\w.-]{1,60}$|sdk\.cloud\.google\.com\/?$|get\.helm\.sh\/[\w.-]{1,60}$|apt\.releases\.hashicorp\.com\/gpg$|packages\.microsoft\.com\/[\w./-]{1,80}$|download\.docker\.com\/[\w./-]{1,80}$|dl\.k8s\.io\/[\w./$()-]{1,80}$|cdn\.deno\.land\/[\w./-]{1,80}$|go\.dev\/dl\/[\w.-]{1,60}$|dot\.net\/v1\/dotnet-install\.(?:sh|ps1)$|builds\.dotnet\.microsoft\.com\/[\w./-]{1,80}$|cli\.codecov\.io\/[\w./-]{1,60}$|app\.warp\.dev\/[\w./-]{1,60}$|get\.jetify\.com\/devbox$|install\.duckdb\.org\/?$|opencode\.ai\/install$|boxstarter\.org\/bootstrapper\.ps1$|rustwasm\.github\.io\/wasm-pack\/installer\/init\.sh$|www\.npmjs\.com\/install\.sh$|cursor\.com\/install$|bootstrap\.pypa\.io\/get-pip\.py$|getcomposer\.org\/installer$|install\.julialang\.org\/?$|get-ghcup\.haskell\.org\/?$|pixi\.sh\/install\.(?:sh|ps1)$|get\.opentofu\.org\/install-opentofu\.(?:sh|ps1)$|fluxcd\.io\/install\.sh$|istio\.io\/downloadIstio$|run\.linkerd\.io\/install$|get\.pulumi\.com\/?$|taskfile\.dev\/install\.sh$|just\.systems\/install\.sh$|direnv\.net\/install\.sh$|static\.rust-lang\.org\/[\w./-]{1,80}$|raw\.githubusercontent\.com\/(?:nvm-sh\/nvm|Homebrew\/install|ohmyzsh\/ohmyzsh|helm\/helm|rbenv\/rbenv-installer|pyenv\/pyenv-installer|k3d-io\/k3d|aquasecurity\/trivy|anchore\/(?:syft|grype)|golangci\/golangci-lint)\/(?:main|master|HEAD|v?\d[\d.]{0,12})\/(?!.*\.\.)[\w./-]{1,80}$)/;
