import { isKnownInstaller } from "@/lib/text/safety/skill/known-installers";
import { taintOfPath } from "@/lib/text/safety/skill/path-kinds";
import { fetchers } from "@/lib/text/safety/skill/shell/command-names";
import type { CommandFacts, Script } from "@/lib/text/safety/skill/shell/script";
import { fileName, outputOf } from "@/lib/text/safety/skill/shell/word-roles";
import * as taint from "@/lib/text/safety/skill/taint";

const UNPACKERS = new Set(["tar", "unzip", "7z", "bsdtar", "expand-archive"]);
const UNPACKS = /^.{0,4}-?\w{0,4}x/;
const CHECKERS = new Set([
  "sha1sum",
  "sha256sum",
  "sha512sum",
  "shasum",
  "b3sum",
  "minisign",
  "cosign",
  "gpg",
  "gpg2",
  "gpgv",
  "openssl",
  "get-filehash",
  "slsa-verifier",
  "gh",
]);
const CHECKS = /-c\b|--check|verify|-V\b|-algorithm|attestation/i;
const SIGNATURE = /\.(?:sha(?:256|512)(?:sum)?|asc|sig|minisig|pem)$/;
const SOCKETS = new Set(["nc", "ncat", "netcat", "telnet", "socat", "websocat", "mosquitto_sub"]);
const RESOLVERS = new Set(["dig", "host", "nslookup", "drill", "kdig"]);
const FETCHES_BY_CALL = /downloadfile|downloadstring|start-bitstransfer/i;
const DOWNLOADED_FILE = /downloadfile\(.{0,300}?,\s{0,3}["']?([^"')\s]{2,200})/i;
/** A release on GitHub. */
export const RELEASE = /^["']?https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/releases\//;
const OWN_MACHINE = /(?:^| )(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\])/;
const CERTIFICATE_STORE = /ca-certificates|ssl\/certs|trusted|anchors/;
const PLAIN_ADDRESS = /^https?:|^[\w-]+\.[\w.-]+\//;
/** Programs that write their input to a given file. */
const KEEPERS = new Set([
  "tar",
  "zip",
  "7z",
  "7za",
  "gpg",
  "openssl",
  "rar",
  "compress-archive",
  "screencapture",
  "gnome-screenshot",
  "spectacle",
  "nircmd",
  "scrot",
  "import",
  "grim",
  "maim",
  "arecord",
  "parecord",
  "ffmpeg",
  "sqlite3",
  "sox",
  "rec",
  "imagesnap",
  "fswebcam",
  "cp",
  "copy",
  "copy-item",
  "mv",
  "move-item",
  "ln",
  "dd",
  "git",
  "pg_dump",
  "tee",
  "rsync",
  "ditto",
  "gzip",
  "out-file",
  "set-content",
  "base64",
  "security",
]);
/** The programs among them that write only their last argument. */
const COPIERS = new Set(["cp", "mv", "copy", "move", "copy-item", "move-item", "ln", "ditto", "rsync"]);

/**
 * Remembers that a download was unpacked, unless it is a well-known vendor's, or a release on GitHub whose checksum or
 * signature was verified before. A checksum of any other file proves nothing: the server of the archive also serves its
 * checksum.
 */
export function keepUnpacked({ checked, values }: Script, { name, joined, held }: CommandFacts): void {
  if (!UNPACKERS.has(name) || (name === "tar" && !UNPACKS.test(joined))) return;
  const isVouchedFor = (file: string) => {
    const address = values.addresses.get(file) ?? "";
    return isKnownInstaller(address) || (checked.has(file) && RELEASE.test(address));
  };
  if (held.some(({ word, file }) => file & taint.REMOTE && !isVouchedFor(fileName(word.text))))
    values.files.set("unpacked/", taint.REMOTE);
}

/** Remote code from other sources than a download: a socket, a name service, a cloud store. */
export function fetchCode(script: Script, facts: CommandFacts): void {
  const { given, name, joined } = facts;
  const isRemote =
    (SOCKETS.has(name) && !/(?:^| )-\w{0,3}l|localhost|127\.0\.0\.1/.test(joined)) ||
    (RESOLVERS.has(name) && /\btxt\b|=txt/i.test(joined)) ||
    (name === "openssl" && joined.startsWith("s_client")) ||
    (name === "gh" && /^(?:gist view|api)\b/.test(joined)) ||
    (name === "aws" && /s3 cp s3:\S+ -(?: |$)/.test(joined)) ||
    (name === "gsutil" && joined.includes("cat gs:")) ||
    (name === "redis-cli" && /-h \S+ .{0,40}\bget\b/i.test(joined));
  if (isRemote && script.isFeeding(given)) facts.output |= taint.REMOTE;
}

/** Remembers the files whose checksum or signature a command verifies. */
export function noteChecked(script: Script, { name, args, joined }: CommandFacts): void {
  if (!CHECKERS.has(name) || !CHECKS.test(joined)) return;
  for (const word of args) script.checked.add(fileName(word.text).replace(SIGNATURE, ""));
}

/** Remembers the file name and the address of a download. */
export function keepDownload(script: Script, facts: CommandFacts): void {
  const { name, head, args, joined, input, at } = facts;
  if (name === "git") return;
  const isFetched =
    fetchers.has(name) ||
    (name === "scp" && /\S+:\S+ /.test(joined)) ||
    (name === "gh" && joined.includes("release download")) ||
    (name === "aws" && joined.includes("s3 cp s3:")) ||
    (name === "gsutil" && joined.includes("cp gs:")) ||
    FETCHES_BY_CALL.test(name) ||
    FETCHES_BY_CALL.test(joined);
  if (!isFetched) return;
  if (/\.downloadfile\(/i.test(`${name} ${joined}`)) {
    for (const one of args) script.keep(one, taint.REMOTE);
    const named = DOWNLOADED_FILE.exec(`${head.text} ${joined}`)?.[1];
    if (named) script.values.files.set(fileName(named), taint.REMOTE);
  }
  if (OWN_MACHINE.test(joined)) return;
  facts.output |= taint.REMOTE;
  const target = outputOf(name, args);
  if (!target) return;
  if (CERTIFICATE_STORE.test(target.text) && /\bcurl|wget/.test(name))
    script.report({ row: "shell: foreign certificate", rule: "switches_off_tls", at });
  script.keep(target, taint.REMOTE | input);
  const addresses = args.map(({ text }) => text).filter((text) => PLAIN_ADDRESS.test(text));
  script.values.addresses.set(fileName(target.text), addresses.join(" "));
}

/** Remembers the taint of archives, copies and recordings by file name. */
export function keepCopies(script: Script, { name, args, held, input, output }: CommandFacts): void {
  if (!KEEPERS.has(name)) return;
  const isCopied = COPIERS.has(name);
  const files = held.reduce((sum, { file }) => sum | file, 0);
  const kept = (output | input | files) & ~(taint.SECRET_PATH | taint.PRIVATE_PATH);
  for (const one of args) {
    if (one.text.startsWith("-") || (isCopied && one !== args.at(-1)) || taintOfPath(one.text) !== 0) continue;
    if (/[\w-]/.test(one.text)) script.keep(one, kept);
  }
}
