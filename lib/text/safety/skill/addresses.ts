/** Services that pass received data to anyone who opened an inbox there. */
const CAPTURES = [
  "webhook.site",
  "requestbin",
  "pipedream.net",
  "ngrok.io",
  "ngrok-free.app",
  "ngrok.app",
  "burpcollaborator",
  "oastify",
  "interact.sh",
  "oast.",
  "beeceptor",
  "hookbin",
  "requestcatcher",
  "dnslog",
  "api.telegram.org/bot",
  "discord.com/api/webhooks",
  "discordapp.com/api/webhooks",
  "trycloudflare.com",
  "serveo.net",
  "hooks.zapier.com",
] as const;

const PASTES = [
  "pastebin.com/",
  "paste.ee/",
  "hastebin.com/",
  "ghostbin.",
  "rentry.co/",
  "rentry.org/",
  "dpaste.com/",
  "dpaste.org/",
  "ix.io",
  "0x0.st",
  "termbin.com",
  "transfer.sh",
  "file.io",
  "anonfiles.com",
  "gofile.io",
  "catbox.moe",
  "bashupload.com",
  "temp.sh",
  "controlc.com",
  "paste.rs",
  "sprunge.us",
  "gist.githubusercontent.com/",
  "cdn.discordapp.com/",
] as const;

const SHORTENERS = [
  "bit.ly/",
  "tinyurl.com/",
  "is.gd/",
  "cutt.ly/",
  "goo.gl/",
  "rb.gy/",
  "t.ly/",
  "shorturl.at/",
  "t.co/",
] as const;

/** The kinds of address that the rules distinguish. */
export type AddressKind = "capture" | "paste" | "shortener" | "bare" | "local" | "outside";

/** The kind of an http address, or of one without its scheme. */
export function kindOfAddress(address: string): AddressKind {
  const plain = address.toLowerCase().replace(/^[a-z]+:\/\/(?:[^\s@/]{1,60}@)?(?:www\.)?/, "");
  const host = plain.replace(/[/?#].*$/, "");
  if (
    /^(?:localhost|127\.|0\.0\.0\.0|\[?::1|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|host\.docker\.internal)/.test(
      host,
    )
  )
    return "local";
  if (/^[\w-]+(?::\d+)?$/.test(host) && !/^(?:\d{8,10}|0x[0-9a-f]{6,8})$/.test(host)) return "local";
  if (/\.(?:local|internal|svc|test|localhost)(?::\d+)?$/.test(host) && host !== "metadata.google.internal")
    return "local";
  if (CAPTURES.some((part) => plain.includes(part))) return "capture";
  if (PASTES.some((part) => plain.startsWith(part) || (!part.includes("/") && host === part))) return "paste";
  if (SHORTENERS.some((part) => plain.startsWith(part))) return "shortener";
  if (/^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]{3,40}\]|0x[0-9a-f]{6,8}|\d{8,10})(?::\d+)?$/.test(host)) return "bare";
  return "outside";
}

/** Whether an address returns the credentials of the machine that requests it. */
export function isMetadataService(address: string): boolean {
  return /169\.254\.169\.254|169\.254\.170\.2|metadata\.google\.internal|100\.100\.100\.200/.test(address);
}
