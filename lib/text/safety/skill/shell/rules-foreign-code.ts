import type { CommandRule } from "@/lib/text/safety/skill/shell/command-rule";

const mines = "a miner, or a connection to one";
const runs = "a download that is run unseen";
const controls = "a reverse shell, a back door or a miner";
const RUN_BY_NAME = [
  "npx",
  "bunx",
  "pnpx",
  "uvx",
  "pipx",
  "npm",
  "pnpm",
  "yarn",
  "pip",
  "pip3",
  "uv",
  "bun",
  "deno",
  "go",
  "cargo",
  "gem",
];

/** Third-party code: shells over the network, miners, programs from an address. */
export const foreignCodeRules: readonly CommandRule[] = [
  {
    row: "shell over network",
    rule: "remote_control",
    what: controls,
    names: ["nc", "ncat", "netcat", "socat"],
    words: [
      /(?:^| )(?:-\w{0,5}[ec]|--exec|--sh-exec)[ =]?\S{0,20}(?:sh|cmd|bash|powershell)|(?:exec|system):["']?\S{0,40}(?:sh|cmd|bash|powershell|login)\b/i,
    ],
  },
  {
    row: "miner options",
    rule: "remote_control",
    what: mines,
    names: [],
    words: [
      /--coin[= ]\S+ .{0,80}(?:--pool|-o)[= ]|(?:--pool|-o)[= ]\S+:\d+ .{0,60}--(?:coin|wallet|worker)[= ]|stratum\+(?:tcp|ssl)|--algo[= ](?:kawpow|ethash|randomx|rx\/0|cryptonight|autolykos2?|etchash|octopus)|xmrig|nicehash/i,
    ],
  },
  {
    row: "miner",
    rule: "remote_control",
    what: mines,
    names: [
      "xmrig",
      "minerd",
      "cpuminer",
      "ethminer",
      "t-rex",
      "nbminer",
      "lolminer",
      "phoenixminer",
      "ccminer",
      "cgminer",
      "xmr-stak",
      "gminer",
      "teamredminer",
      "srbminer",
      "srbminer-multi",
      "nanominer",
      "bfgminer",
      "verthash-miner",
      "cryptonight",
    ],
    words: [/^/],
  },

  {
    row: "url as program",
    rule: "download_and_run",
    what: runs,
    names: RUN_BY_NAME,
    words: [
      /^(?:run|x|i|install|add|exec|eval|dlx|tool|create|get|-\w+|--?[\w-]+(?:=\S+)?| )* ?["']?https?:\/\/(?!(?:github\.com|codeload\.github\.com|files\.pythonhosted\.org|registry\.npmjs\.org|download\.pytorch\.org|deno\.land|jsr\.io|esm\.sh|pkg\.go\.dev)\/)/,
    ],
    not: /(?:--index-url|--extra-index-url|--registry|-i|-f|--find-links)[ =]["']?https?:/,
  },
  {
    row: "git url as program",
    rule: "download_and_run",
    what: runs,
    names: ["pip", "pip3", "npx", "uvx", "pipx", "npm"],
    words: [/git\+https?:\/\/(?!(?:[\w-]{1,40}@)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/)/],
  },
  {
    row: "host programs",
    rule: "download_and_run",
    what: runs,
    names: ["mshta", "regsvr32", "rundll32", "bitsadmin", "certutil", "msiexec", "wmic", "installutil"],
    words: [/https?:\/\//i],
  },
  {
    row: "manifest from address",
    rule: "download_and_run",
    what: runs,
    names: ["kubectl", "oc", "docker-compose", "ansible-playbook"],
    words: [/(?:^| )-f ?["']?https?:\/\//],
    not: /https:\/\/(?:raw\.githubusercontent\.com|github\.com|storage\.googleapis\.com|\S+\.k8s\.io|projectcontour\.io|docs\.\S+|get\.\S+|download\.\S+|operatorhub\.io|\S+\.github\.io)\//,
  },
];
