import * as taint from "@/lib/text/safety/skill/taint";

const WORDS_READ = 600;

type SourceRow = { row: string; names: readonly string[]; words: RegExp; gives: number; not?: RegExp };

/** Commands whose output must not leave the machine, or is third-party code. */
export const sourceRows: readonly SourceRow[] = [
  {
    row: "environment",
    names: ["env", "printenv", "export", "set", "declare", "compgen"],
    words: /^(?:-p|-0|-v|--null)?$/,
    gives: taint.ENVIRONMENT,
  },
  {
    row: "one variable",
    names: ["printenv"],
    words: /^\w*(?:TOKEN|SECRET|KEY|PASSWORD)\w*$/,
    gives: taint.PIPELINE_SECRET,
  },
  { row: "environment drive", names: ["get-childitem", "gci", "dir", "ls"], words: /^env:/i, gives: taint.ENVIRONMENT },
  {
    row: "clipboard",
    names: ["pbpaste", "xclip", "xsel", "wl-paste", "get-clipboard", "powershell"],
    words: /^$|-o\b|--output|-selection|clipboard|^-/i,
    gives: taint.CLIPBOARD,
  },
  {
    row: "key store",
    names: ["security", "secret-tool", "pass", "op", "bw", "lpass", "cmdkey", "vaultcmd", "keyring", "kwallet-query"],
    words: /find-|dump-|lookup|search|^show|read|get|list|export/i,
    gives: taint.SECRET,
  },
  {
    row: "token of a tool",
    names: [
      "gh",
      "gcloud",
      "az",
      "aws",
      "heroku",
      "vercel",
      "fly",
      "flyctl",
      "netlify",
      "doctl",
      "npm",
      "kubectl",
      "vault",
      "git",
    ],
    words:
      /auth token|print-access-token|print-identity-token|get-access-token|configure (?:get|export)|get-session-token|auth:token|token get|get secrets?\b|config view .{0,20}--raw|kv get|credential fill|get-secret-value|auth status .{0,20}(?:-t|--show-token)/,
    gives: taint.SECRET,
  },
  {
    row: "values kept by a tool",
    names: [
      "terraform",
      "tofu",
      "terragrunt",
      "pulumi",
      "helm",
      "sops",
      "doppler",
      "infisical",
      "chamber",
      "ansible-vault",
      "heroku",
    ],
    words:
      /^(?:-\S+ )*(?:state (?:pull|show)|output .{0,20}-json|stack (?:output --show-secrets|export)|get (?:values|all)|(?:decrypt\b|-d\b|--decrypt)|secrets (?:download|get)|secrets --|export\b|view\b|config(?: |$))/,
    gives: taint.SECRET,
  },
  {
    row: "source",
    names: ["git"],
    words: /^(?:archive|bundle|diff|log -p|show|format-patch|ls-files|stash show)\b/,
    gives: taint.SOURCE_TREE,
    not: /--stat|--name-only|--shortstat/,
  },
  { row: "identity", names: ["whoami", "hostname", "id"], words: /^(?:-\w)?$/, gives: taint.IDENTITY },
  {
    row: "database dump",
    names: ["pg_dump", "pg_dumpall", "mysqldump", "mongodump"],
    words: /^/,
    gives: taint.PRIVATE_FILE,
  },
  { row: "history", names: ["history", "fc"], words: /^(?:-l.{0,10}|\d*)$/, gives: taint.SECRET },
  {
    row: "screen",
    names: [
      "screencapture",
      "scrot",
      "grim",
      "gnome-screenshot",
      "import",
      "maim",
      "arecord",
      "parecord",
      "rec",
      "imagesnap",
      "fswebcam",
      "spectacle",
      "nircmd",
    ],
    words: /\S/,
    gives: taint.WATCHED,
  },
  {
    row: "recording",
    names: ["ffmpeg"],
    words: /x11grab|avfoundation|gdigrab|dshow|v4l2|-f (?:alsa|pulse)/,
    gives: taint.WATCHED,
  },
  {
    row: "mail or contacts",
    names: ["osascript", "contacts"],
    words: /contacts|messages|mail|notes|^$/i,
    gives: taint.PRIVATE_FILE,
  },
];

/** Calls inside one word, as in PowerShell and pipeline placeholders. */
export const wordSources: ReadonlyArray<{ row: string; pattern: RegExp; gives: number }> = [
  {
    row: "web client",
    pattern: /\.download(?:string|data)(?:async)?\b|\.getstringasync\b|net\.webclient|\.getasync\b/i,
    gives: taint.REMOTE,
  },
  { row: "decoded", pattern: /frombase64string/i, gives: taint.DECODED },
  { row: "clipboard type", pattern: /clipboard\]?::gettext/i, gives: taint.CLIPBOARD },
  { row: "environment type", pattern: /::getenvironmentvariables\(/i, gives: taint.ENVIRONMENT },
  {
    row: "folder of the person",
    pattern: /::getfolderpath\(\s{0,3}["']?(?:my|desktop|personal|userprofile|documents|\[environment)/i,
    gives: taint.PRIVATE_PATH,
  },
  { row: "screen type", pattern: /copyfromscreen/i, gives: taint.WATCHED },
];

/** The taint of a word by itself. */
export function sourcesOfWord(word: string): number {
  if (word.length < 8) return 0;
  let held = 0;
  const text = word.slice(0, 2_000);
  for (const { pattern, gives } of wordSources) if (pattern.test(text)) held |= gives;
  return held;
}

/** The taint of a command's output; `words` are its arguments, joined. */
export function sourcesOfCommand(name: string, words: string): number {
  let held = 0;
  const read = words.slice(0, WORDS_READ);
  for (const row of sourceRows) {
    if (row.names.includes(name) && row.words.test(read) && !row.not?.test(read)) held |= row.gives;
  }
  return held;
}
