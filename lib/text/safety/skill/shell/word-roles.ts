import { evaluators, WRAPPER_OPTIONS_WITH_WORD, wrappers } from "@/lib/text/safety/skill/shell/command-names";
import type { Command, Word } from "@/lib/text/safety/skill/shell/read-commands";

export function unwrap(words: Word[]): Word[] {
  let rest = words;
  for (let round = 0; round < 8; round += 1) {
    const first = rest[0];
    if (!first) return rest;
    // `cmd /c curl …` runs its remaining words.
    if (/^cmd$/.test(commandName(first.text)) && /^\/[ck]$/i.test(rest[1]?.text ?? "") && rest[2] && !rest[2].quoted) {
      rest = rest.slice(2);
      continue;
    }
    const own = Object.hasOwn(wrappers, commandName(first.text)) ? wrappers[commandName(first.text)] : undefined;
    if (own === undefined || rest.length === 1) return rest;
    let at = 1;
    while (at < rest.length) {
      const text = rest[at]?.text ?? "";
      if (text.startsWith("-")) at += WRAPPER_OPTIONS_WITH_WORD.test(text) ? 2 : 1;
      else if (/^[A-Za-z_]\w*=/.test(text)) at += 1;
      else break;
    }
    if (at + own >= rest.length) return rest;
    rest = rest.slice(at + own);
  }
  return rest;
}

/** A program's name in lower case, without folder, version and `.exe`. */
export function commandName(text: string): string {
  const last = text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1).toLowerCase();
  const name = last.endsWith(".exe") ? last.slice(0, -4) : last;
  return ENDS_IN_VERSION.test(name) ? name.replace(WITH_VERSION, "$1") : name;
}

const ENDS_IN_VERSION = /[\d.]$/;
const WITH_VERSION = /^(python|pip|perl|ruby|php|lua)[\d.]{1,5}$/;

/** The last part of a path in lower case, without quotes; empty if the word does not name a file. */
export function fileName(text: string): string {
  if (text.length < 1 || text.length > 400) return "";
  const end = /["']$/.test(text) ? text.length - 1 : text.length;
  const name = text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1, end).replace(/^["'@]/, "");
  return NAME.test(name) && name !== "null" && name !== "stdout" ? name.toLowerCase() : "";
}

const NAME = /^(?:[A-Za-z]|[\w.@%+-]{2,120})$/;

export function stripOption(text: string): string {
  return text.replace(/^(?:--?[\w-]{1,30}=|[\w.-]{1,30}=)?[@<]?/, "");
}

export function codeArgument(name: string, args: Word[]): Word | undefined {
  if (evaluators.has(name)) return args[0];
  const at = args.findIndex((word) => /^(?:-\w{0,4}[ce]|--eval|-Command|\/c|-p|-r|eval)$/i.test(word.text));
  return at >= 0 ? args[at + 1] : undefined;
}

export function outputOf(name: string, args: Word[]): Word | undefined {
  if (name === "aria2c") {
    const own = args[args.findIndex((word) => word.text === "-o" || word.text === "--out") + 1];
    if (own && own !== args[0]) return own;
  }
  const at = args.findIndex((word) =>
    (name === "curl"
      ? /^(?:-\w{0,6}o|--output)$/
      : /^(?:-\w{0,3}O|-o|--output-document|--output|--out|-OutFile|-Destination|-d)$/i
    ).test(word.text),
  );
  if (at >= 0 && args[at + 1] && args[at + 1]?.text !== "-" && !/^https?:/.test(args[at + 1]?.text ?? ""))
    return args[at + 1];
  if (args.some((word) => /^-\w{0,3}O-$|^-o-$/.test(word.text)) || (at >= 0 && args[at + 1]?.text === "-"))
    return undefined;
  const glued = args.find(
    (word) => /^(?:-o|-O|--output=|--output-document=)[\w./~$]/.test(word.text) && !/^-o(?:\w{0,3})?$/i.test(word.text),
  );
  if (glued) return { ...glued, text: glued.text.replace(/^(?:-o|-O|--output=|--output-document=)/, "") };
  if (name === "curl" && !args.some((word) => /^-\w{0,6}O|--remote-name/.test(word.text))) return undefined;
  const address = args.find((word) => /:\/\//.test(word.text));
  return address ? { ...address, text: address.text.replace(/[?#].*$/, "") } : undefined;
}

/** Programs that only write to a store here: `cat > .env`, `sed -i`. */
export function writesOnly(name: string, joined: string): boolean {
  if (/^(?:grep|egrep|rg)$/.test(name)) return /(?:^| )-\w{0,3}[qcLl]\w{0,2}(?: |$)|--quiet/.test(joined);
  if (name === "sed" || name === "awk") return /(?:^| )-\w{0,2}i/.test(joined);
  if (name === "gpg") return !/export-secret|~\/\.gnupg/.test(joined);
  return false;
}

/** Whether a word is the target of a copy rather than its source. */
export function isTarget(name: string, word: Word, args: Word[]): boolean {
  if (name === "tee" || /^-/.test(word.text)) return !/^-[-\w]{0,30}=/.test(word.text);
  if (
    /^(?:grep|egrep|rg|sed|awk|jq|select-string|findstr)$/.test(name) &&
    word === args.find((one) => !one.text.startsWith("-"))
  )
    return true;
  if (/^(?:cp|copy|copy-item|mv|move-item|ln|install|ditto|dd|openssl)$/.test(name))
    return word === args.at(-1) && args.length > 1;
  if (/^(?:ssh|scp|rsync|curl|openssl|gpg)$/.test(name))
    return /^(?:-i|-F|-e|-o|-out|--output|--key|--cert|-E|-S|--netrc-file|-K|--config)$/.test(
      args[args.indexOf(word) - 1]?.text ?? "",
    );
  if (/^(?:aws|gh|gsutil)$/.test(name)) return !/cp|mv|sync|gist/.test(args.map((one) => one.text).join(" "));
  return false;
}

export function isUploaded(name: string, before: string, word: Word): boolean {
  if (
    /^(?:scp|rsync|sftp|lftp|rclone|croc|wormhole|ipfs|mutt|mail|swaks|ncftpput|termbin|tftp|ftp|s3cmd|mc|aws|gsutil|az|azcopy|gcloud|send-mailmessage|telegram-send|slackcat)$/.test(
      name,
    )
  )
    return !word.text.includes(":") || word.text.startsWith("s3:") === false;
  return (
    /^(?:-d|--data(?:-binary|-raw|-urlencode|-ascii)?|-F|--form|-T|--upload-file|--post-file|--body-file|-InFile|-Body|-Form|--json|-a|--attach|--post-data)$/i.test(
      before,
    ) ||
    /^(?:-d|-F|-T|--data\S*=|--form=|--upload-file=|--post-file=|--body-file=|--post-data=)./.test(word.text) ||
    /^[\w.-]{0,40}=?@/.test(word.text)
  );
}

export function isHarmlessBody(path: string): boolean {
  return (
    (/\.(?:json|png|jpe?g|gif|webp|svg|mp3|wav|mp4|ya?ml|xml|csv|gz|tgz|whl|jar|pdf|graphql|xlsx|docx|sarif|lcov|xcarchive|ipa|apk|zip|html|md|ndjson|jsonl|bin|txt|js|wasm|map|tar|sql|crx|deb|rpm|info|pem|crt|csr|ogg|webm)$/i.test(
      path,
    ) &&
      !/^(?:~|\/etc|\/home|\/root|\$HOME)/.test(path)) ||
    (/^(?:-|payload|body|request|req|data|input|query|message|event|params|image|photo|audio|file|path|your|my|some|example)?(?:$|[-_.\w]{0,20}$)/i.test(
      path,
    ) &&
      !path.includes("/")) ||
    /^[<{$]/.test(path)
  );
}

export function isPipelineSecret(text: string): boolean {
  return (
    /\$\{\{\s{0,3}secrets\.|\$\{\{\s{0,3}toJSON\(\s{0,3}secrets/i.test(text) ||
    /\$\{?(?:GITHUB_TOKEN|CI_JOB_TOKEN|NPM_TOKEN|ACTIONS_RUNTIME_TOKEN|ACTIONS_ID_TOKEN_REQUEST_TOKEN|AWS_SECRET_ACCESS_KEY|DEPLOY_KEY|SSH_PRIVATE_KEY|VAULT_TOKEN|CI_DEPLOY_PASSWORD|BITBUCKET_TOKEN|SYSTEM_ACCESSTOKEN)\b/.test(
      text,
    )
  );
}

/** The words of a command, of its input and of nested commands: the search range for its addresses. */
export function addressesNear(command: Command): string {
  const words: string[] = [];
  addWords(words, command, 0);
  return words.join(" ").slice(0, 2_000);
}

function addWords(words: string[], command: Command, depth: number): void {
  for (const word of command.words) {
    words.push(word.text);
    if (depth < 3) for (const inner of word.inner) addWords(words, inner, depth + 1);
  }
  if (depth >= 3) return;
  for (const before of command.from) addWords(words, before, depth + 1);
  for (const { target } of command.redirects) for (const inner of target.inner) addWords(words, inner, depth + 1);
}

export function scriptLanguage(path: string): string {
  return /\.(\w{1,5})$/.exec(path)?.[1]?.toLowerCase() ?? "sh";
}
