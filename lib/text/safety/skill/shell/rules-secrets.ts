import type { CommandRule } from "@/lib/text/safety/skill/shell/command-rule";

const watches = "recording of the screen, the keyboard, the microphone or the camera";
const reads = "reading of stored keys, passwords or browser data";

/** Keys, passwords and keystrokes that a command reads. */
export const readingRules: readonly CommandRule[] = [
  {
    row: "key stores",
    rule: "reads_credentials",
    what: reads,
    names: [
      "security",
      "secret-tool",
      "pass",
      "kwallet-query",
      "cmdkey",
      "vaultcmd",
      "mimikatz",
      "lazagne",
      "keyring",
      "op",
      "bw",
      "lpass",
      "gpg",
      "reg",
      "procdump",
      "get-storedcredential",
      "rundll32",
      "kwalletcli",
    ],
    words: [
      /find-(?:generic|internet)-password .{0,80}(?:-\w{0,3}[wg]\w{0,2}\b)|dump-keychain|export -k|^(?:lookup|search)\b|--read-password|\/list|^item get .{0,100}(?:password|--reveal)|^get (?:password|item)|^list items|--export-secret-keys|save hk(?:lm|ey_local_machine).(?:sam|security|system)|lsass|comsvcs|^-r |^(?:all|browsers)$|sekurlsa|^export\b/i,
    ],
    not: /^search .{0,5}--help/,
  },
  {
    row: "metadata",
    rule: "reads_credentials",
    what: reads,
    names: ["curl", "wget", "http", "iwr", "irm", "invoke-restmethod", "invoke-webrequest", "xh"],
    words: [
      /169\.254\.16[79]\.25[34]|169\.254\.170\.2|metadata\.google\.internal\/\S{0,60}(?:token|service-accounts)|metadata\.google\.internal|100\.100\.100\.200|AWS_CONTAINER_CREDENTIALS_RELATIVE_URI/,
    ],
  },
  {
    row: "token printed",
    rule: "reads_credentials",
    what: reads,
    names: ["aws", "kubectl", "oc", "vault"],
    words: [
      /configure export-credentials|secretsmanager list-secrets .{0,200}get-secret-value|get secrets? (?:-A|--all-namespaces).{0,60}-o ?(?:json|yaml)|^kv (?:get|list) .{0,20}-format=json secret\/? *$/,
    ],
  },
  {
    row: "keyboard",
    rule: "watches",
    what: watches,
    names: ["logkeys", "xinput", "showkey", "evtest", "xspy", "keylogger"],
    words: [/^$|^--start|^test\b|test-xi2|\/dev\/input/],
  },
];
