import { findSecretSpans } from "@/lib/text/safety/find-secrets";

/** Longer texts are cut at a line end, from the front: the error stands at the end. */
const CHARACTERS_MAX = 40_000;
/** A hostile text could hold more secrets than one search reports. */
const ROUNDS_MAX = 5;
const NAME_CHARACTERS_MIN = 3;
const WORD_CHARACTERS_MAX = 200;

/** Scopes of public packages. Others may name a company. */
const PUBLIC_SCOPES = new Set(
  "angular anthropic-ai apollo astrojs auth aws-sdk azure babel biomejs cloudflare emotion eslint expo google-cloud graphql-tools hookform jest mdx-js modelcontextprotocol mui nestjs next npmcli nuxt opentelemetry playwright prisma radix-ui react-native reduxjs remix-run rollup sentry storybook stripe supabase sveltejs swc tailwindcss tanstack testing-library trpc types typescript-eslint vercel vitejs vitest vue".split(
    " ",
  ),
);
/** Files that every project of a kind has. */
const PUBLIC_FILE =
  /^(?:[a-z]+(?:\.config|rc)\.(?:[cm]?[jt]s|json)|(?:package(?:-lock)?|[jt]sconfig(?:\.[a-z]+)?|composer)\.json|composer\.lock|pnpm-lock\.yaml|yarn\.lock|Cargo\.(?:toml|lock)|go\.(?:mod|sum)|pyproject\.toml|uv\.lock|requirements\.txt|setup\.py|pom\.xml|build\.gradle(?:\.kts)?|Gemfile\.lock|docker-compose\.ya?ml)$/;
/** Names of technologies that look like files. */
const TECHNOLOGY = /^(?:next|node|vue|nuxt|express|three|d3|chart|ember|solid|discord|alpine|moment|day|p5|nest)\.js$/i;
/** Names of folders, users and projects that are the same everywhere, so that they identify nobody. */
const COMMON = new Set(
  "address admin app apps backend bitbucket client code com dev email file frontend git github gitlab gmail home lib localhost long mail main name net node org package packages path project projects repo repos root secret server site src srv ssh test tests text tmp url user users usr var web work workspace www".split(
    " ",
  ),
);

const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are removed.
  /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]{0,400}(?:\u0007|\u001b\\)|[\u0000-\u0008\u000b-\u001f\u007f]/g;
const QUOTED = /(?<![\w])(["'`])((?:(?!\1)[^\n]){1,400})\1(?!\w)/g;
/** The host that a failed connection names. */
const HOST_OF_ERROR = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|resolve host:?) +[\w-]+(?:\.[\w-]+)+(?::\d+)?/gi;
const PATH_IN_QUOTES = /[\\/]/;

const RULES: ReadonlyArray<[shape: RegExp, by: string | ((found: string) => string)]> = [
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'`<>]+/gi, "[url]"],
  [/[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}/gi, "[email]"],
  [/\b[\w.-]+@[a-z][\w.-]*:(?=\S)\S*/gi, "[address]"],
  [/\b[a-z]:[\\/][^\s"'`<>|*?]*/gi, "[path]"],
  [/\\\\[\w.$-]+\\[^\s"'`<>|*?]*/g, "[path]"],
  // Absolute and home-relative paths, with the line and column behind them.
  [/(?<![\w@.\]])~?\/(?:[\w.@+~%-]+\/)*[\w.@+~%[\]()-]*(?::\d+)*/g, (found) => (found === "/" ? found : "[path]")],
  [/(?<![\w@/])\.{1,2}[\\/][^\s"'`<>:;,)]*(?::\d+)*/g, "[path]"],
  [/(?<![\w/])@[\w.-]+\/[\w.-]+(?:\/[\w./-]+)?/g, scoped],
  [/(?<![\w@/])[\w.@+-]+(?:[\\/][\w.@+[\]()-]+)+(?::\d+)*/g, relative],
  [
    /(?<![\w.])[\w-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|php|cs|cpp|c|h|hpp|swift|vue|svelte|css|scss|html|mdx?|json|ya?ml|toml|lock|txt|log|csv|sql|sh|env|xml|pem|key|ini|cfg|conf|docx?|xlsx?|pptx?|pdf|png|jpe?g|svg|zip|tgz|db|sqlite)\b(?::\d+)*/gi,
    file,
  ],
  [/\b(?:[\w-]+\.)+[a-z]{2,}:\d+/gi, "[address]"],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, "[address]"],
  [/(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}\b|(?<![\w:])(?:[0-9a-f]{1,4}:)+:(?:[0-9a-f]{1,4})?/gi, "[address]"],
  [
    /\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|app|internal|intranet|local|localdomain|lan|corp|cloud|ai|co|uk|de|fr|eu|ch|at|nl|jp|cn|in|br|us)\b(?:\.[\w-]+)*(?::\d+)?/gi,
    host,
  ],
  [/\blocalhost:\d+/gi, "localhost"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "[id]"],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b/gi, "[id]"],
  [/\b\d{5,}\b/g, "[id]"],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}(?![\w-])/gi, "[id]"],
];

/**
 * A text with placeholders for secrets, addresses, paths, file names, identifiers, quoted values of several words
 * and the given names (of the user, the computer, the project), which match in any case. Names of public packages and
 * versions stay. A name that is not given stays too, outside quotes and as the only word in them. Pure, and linear in the length.
 */
export function stripPrivate(text: string, names: readonly string[] = []): string {
  const shown = text.replace(CONTROL, "");
  const end =
    shown.length > CHARACTERS_MAX ? shown.slice(shown.indexOf("\n", shown.length - CHARACTERS_MAX) + 1) : shown;
  const words = withoutSecrets(end)
    .replace(QUOTED, quoted)
    .replace(HOST_OF_ERROR, "$1 [address]")
    .replace(/\S+/g, word);
  return withoutNames(words, names);
}

/** A word without what is private in it. The rules are not linear, so a word has a limit. */
function word(found: string): string {
  if (found.length > WORD_CHARACTERS_MAX) return "[long]";
  return RULES.reduce((left, [shape, by]) => left.replace(shape, by as string), found);
}

function withoutSecrets(text: string): string {
  let left = text;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const spans = findSecretSpans(left);
    if (spans.length === 0) return left;
    for (const { index, end } of spans.reverse()) left = `${left.slice(0, index)}[secret]${left.slice(end)}`;
  }
  return findSecretSpans(left).length === 0 ? left : "";
}

function withoutNames(text: string, names: readonly string[]): string {
  const parts = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  const longest = [...new Set(parts.map((part) => part.trim().toLowerCase()))]
    .filter((part) => part.length >= NAME_CHARACTERS_MIN && !COMMON.has(part) && !/^\d+$/.test(part))
    .sort((a, b) => b.length - a.length);
  if (longest.length === 0) return text;
  const any = longest.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, "giu"), "[name]");
}

/** Quoted words stay if they are a few in lower case, as directives and options are; others may be data of the user. */
function quoted(found: string, mark: string, inside: string): string {
  if (!/\s/.test(inside)) return found;
  if (PATH_IN_QUOTES.test(inside)) return `${mark}[path]${mark}`;
  return /^[a-z][a-z-]*(?: [a-z][a-z-]*){1,2}$/.test(inside) ? found : `${mark}[text]${mark}`;
}

function scoped(found: string): string {
  const [scope = ""] = found.slice(1).split("/");
  return PUBLIC_SCOPES.has(scope) && !/\.(?:[cm]?[jt]sx?)$/.test(found) ? found : "[package]";
}

/** Two plain words with a slash are a part of a package, as in `react-dom/client`. */
function relative(found: string): string {
  if (found.startsWith("@")) return scoped(found);
  return /^(?:[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*|\d+\/\d+|[A-Z]{2,5}\/[A-Z]{2,5})$/.test(found) ? found : "[path]";
}

function file(found: string): string {
  return PUBLIC_FILE.test(found) || TECHNOLOGY.test(found) ? found : "[file]";
}

/** `java.io.IOException` has the shape of a host: the name of the error stays. */
function host(found: string): string {
  return `[address]${/\.\w*(?:Exception|Error)$/.exec(found)?.[0] ?? ""}`;
}
