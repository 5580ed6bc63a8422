import { kindOfPath, type PathKind } from "@/lib/text/safety/skill/path-kinds";

/** Places that a shell, an agent or the system trusts and runs by itself. */
const TRUSTED = new Set<PathKind>(["start-up file", "hook", "own agent file", "agent file"]);

/** Whether what is written to a path is run or obeyed later without a question. */
export function isTrustedPlace(path: string): boolean {
  return path.length > 3 && TRUSTED.has(kindOfPath(path));
}

/** What a program that writes a text to a place does: the rule it breaks, or null for what is ordinary. */
export function ruleOfWrite(path: string, content: string, isForeign: boolean): string | null {
  const kind = kindOfPath(path);
  if (/authorized_keys/.test(path)) return "remote_control";
  if (kind === "start-up file" || kind === "hook")
    return isForeign || REACHES_OUT.test(content) ? "keeps_coming_back" : null;
  if (kind === "own agent file" && !/settings|config|mcp/.test(path)) return "edits_agent_files";
  if (kind === "own agent file" || kind === "agent file")
    return isForeign || ORDERS.test(content) || REACHES_OUT.test(content) ? "edits_agent_files" : null;
  return null;
}

const REACHES_OUT =
  /\bcurl\b|\bwget\b|\bnc\b|base64|\/tmp\/|\/dev\/tcp|https?:\/\/|urlopen|urllib|\beval\b|\bexec\(|NOPASSWD|LD_PRELOAD|alias (?:sudo|ssh|git|su)=|nohup|Invoke-|DownloadString|@reboot/i;
const ORDERS =
  /\b(?:always|never|ignore|without asking|do not (?:tell|ask|mention)|every session|skip|trust|immer|niemals|siempre|toujours)\b|Bash\(\*\)|bypassPermissions|dangerously/i;

/** Names that stand for the whole home folder or the whole disk. */
export const WHOLE_HOME_NAMES =
  /^(?:(?:os\.)?homedir|(?:pathlib\.)?Path\.home|Dir\.home|os\.UserHomeDir|home_dir|dirs\.home_dir|NSHomeDirectory|FileManager\.default\.homeDirectoryForCurrentUser|Environment\.SpecialFolder\.UserProfile|process\.env\.HOME|\$HOME|\$_SERVER)$/;
/** Words beside them that do not lead further down. */
export const AROUND_HOME =
  /^(?:os|path|pathlib|Path|str|new|await|const|let|var|require|expanduser|os\.path\.expanduser|os\.path\.abspath|resolve|path\.resolve|os\.environ|os\.environ\.get|os\.getenv|os\.Getenv|getenv|ENV|ENV\.fetch|process\.env|System\.getProperty|System\.getenv|Environment\.GetFolderPath|File|FileInfo|DirectoryInfo|_|err|String|Deno\.env\.get|\.iterdir|\.expanduser|\.resolve)$/;
/** Folders of the person under the names .NET has for them. */
export const PERSONAL_FOLDERS =
  /SpecialFolder\.(?:MyDocuments|Personal|UserProfile|Desktop\w{0,10}|MyPictures|MyVideos|ApplicationData|LocalApplicationData)$/;
/** Variables that hold the home folder. */
export const HOME_VARIABLES = /^(?:HOME|USERPROFILE|user\.home|HOMEPATH|APPDATA|LOCALAPPDATA)$/;
/** Files of source code, as patterns name them. */
export const SOURCE_PATTERN =
  /^(?:\.\/)?(?:src\/|lib\/|app\/)?(?:\*\*\/)?\*\.(?:py|ts|tsx|js|jsx|go|rb|php|java|cs|rs|kt|swift|c|cpp|h|\{[\w,]{2,60}\})$|^\*\*\/\*$/;
