/** Ordinary actions that a skill makes an agent perform; a reader may want to know them before loading the skill. */
export const labelRules: ReadonlyArray<{ id: string; what: string; pattern: RegExp }> = [
  {
    id: "role_override",
    what: "words that override an agent's role or earlier instructions",
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\s{1,3}(?:(?:all|any|the|your|every|of|my)\s{1,3}){0,3}(?:previous|prior|above|earlier|preceding|existing|system|safety|original|instructions|guidelines|everything)\b|\byou are now\b|\bfrom now on,? you\b|\bnew system prompt\b|\bdeveloper mode\b|\bjailbreak\b|\bpretend (?:to be|you are)\b/i,
  },
  {
    id: "network",
    what: "calls to the network",
    pattern:
      /\b(?:curl|wget|httpie|Invoke-WebRequest|Invoke-RestMethod)\s|\bfetch\s{0,2}\(|\baxios\b|\brequests\.(?:get|post|put|delete|patch|request)\b|\bhttpx\b|\burllib|\burlopen\b|\bHttpClient\b|\bWebFetch\b|\bgh api\b|\bnet\/http\b/,
  },
  {
    id: "credentials",
    what: "work with keys, tokens or passwords",
    pattern:
      /\b(?:api[ _-]?keys?|access[ _-]?tokens?|auth(?:entication)? tokens?|bearer|secrets?|passwords?|credentials?|private keys?|service account|client[ _-]secret|personal access token)\b|\b[A-Z]{2,20}_(?:TOKEN|KEY|SECRET|PASSWORD)\b/i,
  },
  {
    id: "agent_config",
    what: "an entry for an agent's own configuration",
    pattern: /claude_desktop_config\.json|\bmcp\.json|mcpServers|\bmcp add\b/i,
  },
  {
    id: "unattended",
    what: "going on without asking the person in charge",
    pattern:
      /\b(?:without|never|do(?:n['’]t| not)|no need to)\s{1,3}(?:ask(?:ing)?|wait(?:ing)?|prompt(?:ing)?)\s{1,3}(?:for\s{1,3})?(?:the |your |any )?(?:user|human|operator|person|confirmation|permission|approval|consent)|\bwithout (?:asking|prompting|confirmation)\b/i,
  },
];

/** Languages of code blocks that contain shell commands. */
export const SHELL_FENCE =
  /^[ \t]{0,12}(?:[-*+>]\s{1,4}|\d{1,9}[.)]\s{1,4})?(?:`{3,}|~{3,})\s{0,3}\{?\.?(?:bash|sh|zsh|fish|shell|shell-session|console|terminal|powershell|pwsh|ps1|bat|cmd|dos)\b/im;
