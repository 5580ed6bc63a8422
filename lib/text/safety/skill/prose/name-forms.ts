import { isMetadataService, kindOfAddress } from "@/lib/text/safety/skill/addresses";
import { kindOfPath } from "@/lib/text/safety/skill/path-kinds";

/** The kind of name that a word's form shows: an address, a path, a variable. */
export type Form =
  | "url"
  | "capture"
  | "bare"
  | "paste"
  | "shortener"
  | "metadata"
  | "mail"
  | "store"
  | "envfile"
  | "agentfile"
  | "ownagentfile"
  | "hookfile"
  | "startupfile"
  | "logfile"
  | "homepath"
  | "rootpath"
  | "tree"
  | "scriptfile"
  | "variable"
  | "historyfile"
  | "!tell"
  | "!ask"
  | "!show"
  | "secret"
  | "softstore"
  | "scripturl";

/** Host name endings that only a private network resolves. */
const PRIVATE_HOST = /^https?:\/\/[\w.-]{1,200}\.(?:lan|corp|intranet|home|home\.arpa)(?::\d{1,5})?(?:\/|$)/i;

/** The kinds of name that a word's form shows; empty for plain words. */
export function formsOf(word: string): Form[] {
  const forms: Form[] = [];
  if (!NAME_SIGN.test(word)) return forms;
  if (/^https?:\/\/./i.test(word)) {
    if (isMetadataService(word)) return ["metadata", "url"];
    const kind = kindOfAddress(word);
    if (kind === "local" || PRIVATE_HOST.test(word)) return [];
    forms.push("url");
    if (/\.(?:sh|ps1|exe|bat|py|msi)$/i.test(word)) forms.push("scripturl");
    if (kind !== "outside") forms.push(kind);
    return forms;
  }
  if (isMetadataService(word)) return ["metadata", "url"];
  if (/^[\w.+-]{1,60}@[\w-]{1,60}\.[\w.:/-]{2,}/.test(word)) return ["mail"];
  if (/^(?:s?ftps?|smb|rsync|wss?|tcp|udp|ssh|scp|mqtts?|git|stratum\+tcp):\/\/./i.test(word))
    return kindOfAddress(word) === "local" ? [] : ["url"];
  if (/^\\\\\d{1,3}(?:\.\d{1,3}){3}/.test(word)) return ["url", "bare"];
  if (/^\d{1,3}(?:\.\d{1,3}){3}(?::\d+|\/)/.test(word) && kindOfAddress(word) === "bare") return ["url", "bare"];
  if (
    /^(?:[a-z0-9-]{2,40}\.){1,4}(?:example|invalid|com|net|org|io|sh|dev|site|xyz|ru|cn|top|app|co|to|me)(?::\d+)?(?:\/\S*)?$/i.test(
      word,
    ) &&
    !/\.(?:sh|md|js|ts|py|app|co)$/i.test(word)
  )
    return ["url"];
  const kind = kindOfPath(word);
  if (kind === "secret")
    forms.push(/npmrc|pypirc|netrc|kube\/config|docker\/config|\.azure/i.test(word) ? "softstore" : "store");
  else if (kind === "environment file") forms.push("envfile");
  else if (kind === "history") forms.push("historyfile");
  else if (kind === "agent file") forms.push("agentfile");
  else if (kind === "own agent file") forms.push("agentfile", "ownagentfile");
  else if (kind === "hook") forms.push("hookfile");
  else if (kind === "start-up file") forms.push("startupfile");
  else if (kind === "log") forms.push("logfile");
  else if (kind === "home") forms.push("homepath");
  else if (kind === "private") forms.push("homepath");
  else if (
    kind === "root" &&
    word.length > 0 &&
    word !== "/*" &&
    /[\\/]/.test(word) &&
    (word.length > 1 || word === "/")
  )
    forms.push("rootpath");
  if (forms.length === 0 && /\.(?:sh|ps1|exe|bat|bin|msi|pkg|dmg|run|appimage)$/i.test(word) && word.length > 4)
    forms.push("scriptfile");
  if (
    forms.length === 0 &&
    /^\$?\{?[A-Z][A-Z0-9_]{1,30}_(?:TOKEN|KEY|SECRET|PASSWORD|PASS|PAT|CREDENTIALS)\}?$/.test(word)
  )
    forms.push("variable");
  return forms;
}

/** Each form contains one of these signs; most words contain none. */
const NAME_SIGN = /[./\\~$%_:@-]/;
