import { kindOfAddress } from "@/lib/text/safety/skill/addresses";
import { isKeyName, isOwnService } from "@/lib/text/safety/skill/code/command-values";
import { taintOfPath } from "@/lib/text/safety/skill/path-kinds";
import { fetchers, senders, uploads } from "@/lib/text/safety/skill/shell/command-names";
import type { CommandFacts, Held, Script } from "@/lib/text/safety/skill/shell/script";
import { isHarmlessBody, isPipelineSecret, isUploaded } from "@/lib/text/safety/skill/shell/word-roles";
import * as taint from "@/lib/text/safety/skill/taint";

const REMOTE_PATH = /^[\w.@-]{2,}:|^\$\{?\w+\}?[:@]|^rsync:|::/;
const OWN_MACHINE = /(?:^| )(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/| |$)/;
const ADDRESS = /^["']?(?:\w{2,6}:\/\/|[\w-]{1,60}\.[\w.-]{2,80}(?:\/|:|$))/;
const OUTSIDE = /^[\w.-]{1,40}:\/\/|\./;
/** Web client options whose argument is not part of the data sent to a stranger. */
const OWN_OPTION =
  /^(?:-H|--header|-u|--user|-Headers|-o|--output|-O|--cacert|--cert|--key|-b|--oauth2-bearer|-K|--config|-A|--netrc-file|-c|-OutFile)$/i;
const OWN_OPTION_GLUED = /^(?:-H|--header=|-u|-o)./;
const KEY_OPTION = /^(?:-i|-F|-e|-o|-E|-S)$/;
const COPIES_OVER_SSH = new Set(["ssh", "scp", "rsync", "sftp"]);
const FILE_OPTION = /^(?:-T|--upload-file|--post-file(?:=.*)?|--body-file(?:=.*)?|-InFile)$/;
const BODY_FILE = /^(?:[\w.-]{0,40}=)?[@]/;
const RESOLVERS = new Set(["dig", "nslookup", "host", "ping", "drill", "kdig"]);
const CREDENTIAL_OPTION = /^(?:-H|--header|-u|--user)$/;
const CREDENTIAL = /authorization|api[-_]?key|bearer|token:/i;
const BODY_OPTION = /^(?:-d|--data\S*|-F|--form|-Body)$/;
const PUBLISHES = /gist|issue|comment|\bpr |release|variable set|workflow run/;
const SENDS_BODY = /(?:^| )(?:-d|--data\S*|-F|--form|-T|--upload-file|-Body|--json|--post-data)\b|POST/i;
const WEB_ADDRESS = /^(?:["']?(?:https?|ftp):\/\/|[\w-]+\.[\w.-]+\/)/;

/** Judges private data that a command sends to another machine, and untraceable addresses. */
export function judgeSending(script: Script, facts: CommandFacts): void {
  const { command, name, args, joined, held, input, at } = facts;
  const isFetcher = fetchers.has(name);
  const service = uploads.find((one) => one.name === name && one.words.test(joined));
  if (
    !isFetcher &&
    !senders.has(name) &&
    !service &&
    !command.redirects.some(({ target }) => target.text.startsWith("/dev/tcp/"))
  )
    return;
  if (name === "ssh" && input === 0) return;
  if (
    (name === "scp" || name === "rsync") &&
    !args.some(({ text }) => REMOTE_PATH.test(text) && !/^[A-Za-z]:[\\/]/.test(text))
  )
    return;
  if (OWN_MACHINE.test(joined)) return;
  const address = args.find(({ text }) => ADDRESS.test(text))?.text ?? "";
  let sent = 0;
  for (const [index, one] of held.entries())
    sent |= sentBy(one, {
      name,
      isFetcher,
      isService: service !== undefined,
      address,
      before: args[index - 1]?.text ?? "",
    });
  if (service?.name === "gh" && !PUBLISHES.test(joined)) return;
  sent |= input & taint.PRIVATE;
  if (
    isFetcher &&
    SENDS_BODY.test(joined) &&
    args.some(({ text }) => /https?:|\.\w{2,}/.test(text) && kindOfAddress(text) === "capture")
  )
    script.report({ row: "shell: inbox of a stranger", rule: "sends_files_out", at });
  if (sent & taint.PRIVATE)
    script.report({
      row: sent & taint.SOURCE_TREE && !(sent & ~taint.SOURCE_TREE) ? "shell: source sent" : "shell: private data sent",
      rule: "sends_files_out",
      at,
    });
  if (!isFetcher) return;
  for (const { text } of args) {
    const kind = WEB_ADDRESS.test(text) ? kindOfAddress(text) : "outside";
    if (kind === "bare" || kind === "paste" || kind === "shortener")
      script.report({ row: `shell: ${kind} address`, rule: "untraceable_download", at });
  }
}

type Sender = { name: string; isFetcher: boolean; isService: boolean; address: string; before: string };

/** The taint of the data that one argument sends; `before` is the word before it. */
function sentBy(one: Held, { name, isFetcher, isService, address, before }: Sender): number {
  const { text, variables, inner } = one.word;
  if (isFetcher && (OWN_OPTION.test(before) || OWN_OPTION_GLUED.test(text))) return 0;
  if (COPIES_OVER_SSH.has(name) && KEY_OPTION.test(before)) return 0;
  // A key may be sent to its own service.
  const keys = variables.filter(isKeyName);
  const isOwn = keys.length > 0 && keys.every((key) => isOwnService(key, address));
  const uploaded = isUploaded(name, before, one.word);
  let sent = one.held & taint.PRIVATE & (isOwn || !OUTSIDE.test(address) ? ~taint.KEY_VALUE : -1);
  if (uploaded || text.includes("@")) sent |= taint.contentsOf(one.held & (taint.SECRET_PATH | taint.PRIVATE_PATH));
  if (uploaded || isService) {
    sent |= one.file | taint.contentsOf(one.path) | (taint.contentsOf(one.held) & ~taint.KEY_VALUE);
    const path = text.replace(/^[\w.-]{0,40}=?[@<]/, "").replace(/;.*$/, "");
    const held = taintOfPath(path);
    sent |= taint.contentsOf(held);
    if (isFetcher && BODY_FILE.test(text) && !isHarmlessBody(path)) sent |= taint.PRIVATE_FILE;
    if (isFetcher && held !== 0 && FILE_OPTION.test(before)) sent |= taint.PRIVATE_FILE;
  }
  if (RESOLVERS.has(name) && (inner.length > 0 || one.held !== 0) && /\.[a-z]{2}/i.test(text))
    sent |= taint.PRIVATE_FILE;
  if (!isFetcher) return sent;
  if (inner.length > 0 && one.held & taint.IDENTITY && /[?=/]|^-d|^$/.test(text)) sent |= taint.PRIVATE_FILE;
  if (
    isPipelineSecret(text) &&
    !CREDENTIAL_OPTION.test(before) &&
    !CREDENTIAL.test(text) &&
    (/[?&]|^-d|--data/.test(text) || BODY_OPTION.test(before))
  )
    sent |= taint.PIPELINE_SECRET;
  return sent;
}
