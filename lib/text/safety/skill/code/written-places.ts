import { kindOfPath, type PathKind } from "@/lib/text/safety/skill/path-kinds";

/** Places whose content a shell, an agent or the system trusts and runs automatically. */
const TRUSTED = new Set<PathKind>(["start-up file", "hook", "own agent file", "agent file"]);

/** Whether content at a path is later run or obeyed without confirmation. */
export function isTrustedPlace(path: string): boolean {
  return path.length > 3 && TRUSTED.has(kindOfPath(path));
}

/** The rule that writing a text to a path breaks; null for ordinary writes. */
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

/** Names for the whole home folder or the whole disk. */
export const WHOLE_HOME_NAMES =
  /^(?:(?:os\.)?homedir|(?:pathlib\.)?Path\.home|Dir\.home|os\.UserHomeDir|home_dir|dirs\.home_dir|NSHomeDirectory|FileManager\.default\.homeDirectoryForCurrentUser|Environment\.SpecialFolder\.UserProfile|process\.env\.HOME|\$HOME|\$_SERVER)$/;
/** Words next to them that do not lead to a subfolder. */
export const AROUND_HOME =
  /^(?:os|path|pathlib|Path|str|new|await|const|let|var|require|expanduser|os\.path\.expanduser|os\.path\.abspath|resolve|path\.resolve|os\.environ|os\.environ\.get|os\.getenv|os\.Getenv|getenv|ENV|ENV\.fetch|process\.env|System\.getProperty|System\.getenv|Environment\.GetFolderPath|File|FileInfo|DirectoryInfo|_|err|String|Deno\.env\.get|\.iterdir|\.expanduser|\.resolve)$/;
/** Personal folders by their .NET names. */
export const PERSONAL_FOLDERS =
  /SpecialFolder\.(?:MyDocuments|Personal|UserProfile|Desktop\w{0,10}|MyPictures|MyVideos|ApplicationData|LocalApplicationData)$/;
/** Variables that hold the home folder. */
export const HOME_VARIABLES = /^(?:HOME|USERPROFILE|user\.home|HOMEPATH|APPDATA|LOCALAPPDATA)$/;
/** Source files, as glob patterns name them. */
export const SOURCE_PATTERN =
  /^(?:\.\/)?(?:src\/|lib\/|app\/)?(?:\*\*\/)?\*\.(?:py|ts|tsx|js|jsx|go|rb|php|java|cs|rs|kt|swift|c|cpp|h|\{[\w,]{2,60}\})$|^\*\*\/\*$/;
