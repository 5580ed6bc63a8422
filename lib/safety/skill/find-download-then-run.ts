/**
 * Finds a file that is downloaded by a command and run by a later one, also in another code block: `curl -o x.sh …`, then
 * `bash x.sh`. Downloads that are only unpacked, moved or made executable pass. Offsets of the downloads.
 */
export function findDownloadThenRun(markdown: string): number[] {
  const found: number[] = [];
  let tried = 0;
  for (const match of markdown.matchAll(DOWNLOAD)) {
    tried += 1;
    if (tried > DOWNLOADS_MAX) break;
    const name = fileOf(match[0]);
    if (!name || name.length < 2) continue;
    const later = markdown.slice(match.index + match[0].length, match.index + match[0].length + LOOK_AHEAD);
    const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const runs = new RegExp(
      `(?:\\b(?:ba|z|da|k)?sh|\\bsource|\\bpython[\\d.]{0,4}|\\bnode|\\bperl|\\bruby|\\bpwsh|\\bpowershell(?:\\.exe)?(?:\\s{1,3}-\\w{1,20}(?:\\s{1,3}Bypass)?){0,3}|\\bstart-process)\\s{1,3}(?:-{1,2}\\w{1,12}\\s{1,3}){0,3}["'\`]?(?:\\./|/tmp/|\\.\\\\)?${quoted}(?![\\w.-])|(?<![\\w./-])(?:\\./|/tmp/)${quoted}(?![\\w.-])(?!["'\`]?\\s{0,3}(?:https?:|-O\\b))`,
      "i",
    );
    const run = runs.exec(
      later.replace(
        /(?:^|\n|&&|;)\s{0,8}(?:sudo\s{1,3})?(?:chmod|mv|cp|install|rm|tar|unzip|sha256sum|gpg|cat|less|mkdir)\s[^\n;&]{0,200}/g,
        "\n",
      ),
    );
    if (run) found.push(match.index);
  }
  return found;
}

const DOWNLOADS_MAX = 40;
const LOOK_AHEAD = 1_500;
const DOWNLOAD = /\b(?:curl|wget|iwr|irm|invoke-webrequest|urlretrieve)[\s(][^\n|;&]{0,400}/gi;

/** The name a download is kept under: said by an option, or the last part of the address. */
function fileOf(command: string): string | null {
  const named =
    /\s(?:-o|--output|-OutFile|--output-document|-O(?=\s{1,3}(?!https?:)["']?[\w./~$-]{2}))[ =]{1,2}["']?([\w./~$\\-]{2,120})/i.exec(
      command,
    )?.[1] ?? /[\w)"'],\s{0,2}["']([\w./-]{2,80})["']\)/.exec(command)?.[1];
  const address = /https?:\/\/[^\s"'`<>)]{4,300}/i.exec(command)?.[0];
  const isCurl = /^curl/i.test(command);
  if (isCurl && !named && !/\s-\w{0,6}O|--remote-name/.test(command)) return null;
  const path = named ?? (address ? address.replace(/[?#].*$/, "") : "");
  return path.split(/[\\/]/).at(-1) ?? null;
}
