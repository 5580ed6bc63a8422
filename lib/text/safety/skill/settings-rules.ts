import { isMisspelled } from "@/lib/text/safety/skill/shell/popular-packages";

/** A rule about a whole configuration block: every pattern must occur. */
export type SettingRule = {
  row: string;
  rule: string;
  all: readonly RegExp[];
  not?: RegExp;
  /** Ordinary by itself: counts only next to prose that conceals something or relays a stranger. */
  weak?: true;
};

/** Signs between a key and its value in YAML, JSON, HCL and INI, including the quotes around both. */
const IS = String.raw`["']?\s{0,4}(?::|=>?)\s{0,4}["']?`;
const key = (name: string, value: string, flags = "i") => new RegExp(`(?:${name})${IS}(?:${value})`, flags);
const OUTSIDE = String.raw`https?:\/\/(?!localhost|127\.|0\.0\.0\.0|\[::1|10\.|192\.168\.|[\w-]{1,40}[:/]|[\w.-]{1,80}\.(?:local|internal|test|svc)\b)`;
/** A host that does not look like a company's registry. */
const STRANGE = String.raw`(?![$<{]|[^"'\s<]{0,100}(?:\.(?:corp|internal|local|test|lan)\b|artifactory|nexus|jfrog\.io|codeartifact|pkg\.dev|mirror|pkgs\.dev\.azure))`;
const PLAIN = String.raw`http:\/\/(?!localhost|127\.|10\.|192\.168\.)${STRANGE}`;
const FROM = `${OUTSIDE}${STRANGE}`;

/** Settings that are dangerous by themselves, in YAML, JSON, TOML, INI, HCL and XML. */
export const settingMarks: readonly SettingRule[] = [
  { row: "all secrets", rule: "prints_secrets", all: [/toJSON\(\s{0,3}secrets\s{0,3}\)/i] },
  {
    row: "foreign branch with secrets",
    rule: "prints_secrets",
    all: [/pull_request_target[\s\S]{0,900}head\.(?:sha|ref)[\s\S]{0,900}(?:secrets\.|run:)/],
  },
  {
    row: "host mounted",
    rule: "leaves_sandbox",
    all: [
      /hostPath["']?:\s{0,3}\n?\s{0,20}["']?path["']?:\s{0,3}["']?\/["']?\s*$|hostPath["']?\s{0,3}:\s{0,3}\{\s{0,8}["']?path["']?\s{0,3}:\s{0,3}["']?\/["']?\s{0,3}[,}]|(?:^\s{0,20}-\s{0,3}["']?|\[\s{0,3}["']|,\s{0,3}["'])\/:\/[\w/-]{1,30}|docker\.sock:[\s\S]{0,300}privileged:\s{0,2}true|source:\s{0,3}["']?\/["']?\s*$/m,
    ],
    not: /node[-_]exporter|path\.rootfs/,
  },
  {
    row: "host namespaces",
    rule: "leaves_sandbox",
    all: [
      key("hostPID|pid", `(?:true|host)\\b`),
      key("privileged", "true"),
      /nsenter|chroot|\/host\b|docker\.sock|\/etc\/(?:shadow|passwd)|\/proc\/1\//,
    ],
  },
  {
    row: "key from address",
    rule: "remote_control",
    all: [/authorized_keys?:[\s\S]{0,160}key:\s{0,3}["']?https?:/],
  },
  {
    row: "open approval",
    rule: "skips_confirmation",
    all: [
      /auto_?approve["']?\s{0,2}[:=]\s{0,2}(?:true|\[\s{0,2}["']\*)|alwaysAllow["']?\s{0,2}:\s{0,2}\[\s{0,2}["']\*|bypassPermissions|dangerouslyDisableSandbox|danger-full-access|approval_policy\s{0,2}=\s{0,2}["']never|enableAllProjectMcpServers["']?\s{0,2}:\s{0,2}true|chat\.tools\.autoApprove|["']allow["']\s{0,2}:\s{0,2}\[[^\]]{0,200}["'](?:\*|Bash(?:\((?:\*|:\*|\*:\*)\))?)["']|sandbox_mode\s{0,2}=\s{0,2}["']danger|["']?yolo["']?\s{0,2}[:=]\s{0,2}true/i,
    ],
  },
  {
    row: "role for anybody",
    rule: "grants_access",
    all: [
      /sts:AssumeRole(?!WithWebIdentity)/i,
      /Principals?["']?\s{0,4}(?::|=|\{)\s{0,4}\{?\s{0,8}(?:(?:["']?AWS["']?\s{0,4}[:=]|type\s{0,4}=\s{0,4}"AWS"\s{1,8}identifiers\s{0,4}=)\s{0,4})?\[?\s{0,8}["']\*["']/i,
    ],
    not: /Condition["']?\s{0,3}[:={]|aws:PrincipalOrgID/,
  },
  {
    row: "administrator from another account",
    rule: "grants_access",
    all: [
      /AdministratorAccess|["']\*:\*["']|Action["']?\s{0,4}[:=]\s{0,4}\[?\s{0,4}["']\*["']|PowerUserAccess|IAMFullAccess/,
      /arn:aws[\w-]{0,8}:iam::\d{12}:(?:root|user|role)|["']AWS["']?\s{0,4}[:=]\s{0,4}\[?\s{0,4}["']\d{12}["']/,
      /AssumeRole/,
    ],
    not: /oidc-provider|external_?id/i,
  },
  {
    row: "bucket writable by anybody",
    rule: "grants_access",
    all: [
      /Principal["']?\s{0,4}[:=]\s{0,4}(?:\{\s{0,8}["']?AWS["']?\s{0,4}[:=]\s{0,4})?\[?\s{0,8}["']\*["']/i,
      /Action["']?\s{0,4}[:=]\s{0,4}(?:\[[^\]]{0,200}?)?["'](?:s3:(?:\*|Put\w{1,20}|Delete\w{1,20})|secretsmanager:\w{1,30}|kms:\w{1,20}|sqs:\*|lambda:InvokeFunction|\*)["']/i,
      /Allow/,
    ],
    not: /Deny["']|Condition["']?\s{0,3}[:={]/,
  },
  {
    row: "cluster for a person",
    rule: "grants_access",
    all: [
      /kind["']?\s{0,3}[:=]\s{0,3}["']?ClusterRoleBinding|kubernetes_cluster_role_binding/,
      /name["']?\s{0,3}[:=]\s{0,3}["']?cluster-admin\b/,
      /kind["']?\s{0,3}[:=]\s{0,3}["']?(?:User|Group)["']?|system:(?:anonymous|unauthenticated|serviceaccounts)\b/,
    ],
    not: /name["']?\s{0,3}[:=]\s{0,3}["']?(?:system:masters|[\w:-]{0,30}(?:admins|platform|sre|ops-team)\b)/,
  },
  {
    row: "owner of the project",
    rule: "grants_access",
    all: [
      /google_(?:project|organization|folder)_iam_(?:member|binding)|azurerm_role_assignment|github_(?:repository_collaborator|membership|team_membership)|gitlab_project_membership|aws_iam_user_policy_attachment|aws_iam_user_login_profile/,
      /roles\/(?:owner|editor|iam\.serviceAccountTokenCreator)|role_definition_name\s{0,4}=\s{0,4}"(?:Owner|Contributor|User Access Administrator)"|permission\s{0,4}=\s{0,4}"admin"|role\s{0,4}=\s{0,4}"(?:admin|owner)"|access_level\s{0,4}=\s{0,4}"(?:owner|maintainer)"|AdministratorAccess/,
      /["'](?:user|group|serviceAccount):[\w.+-]{1,60}@(?!\$)[\w.-]{3,80}["']|allUsers|allAuthenticatedUsers|principal_id\s{0,4}=\s{0,4}"[0-9a-f-]{20,40}"|username\s{0,4}=\s{0,4}"[\w-]{2,40}"|AdministratorAccess/,
    ],
    weak: true,
  },
  {
    row: "readable by all users",
    rule: "grants_access",
    all: [
      /allUsers|allAuthenticatedUsers/,
      /roles\/(?:owner|editor|storage\.(?:admin|objectAdmin|objectCreator)|secretmanager\.\w{1,30}|iam\.\w{1,40})/,
    ],
  },
  {
    row: "miner in settings",
    rule: "remote_control",
    all: [
      /--cpu-max-threads-hint|--donate-level|["']donate-level["']|stratum\+\w{3}|\bxmrig\b|--randomx-|["']?algo["']?\s{0,3}[:=]\s{0,3}["']?(?:rx\/0|randomx|kawpow|ethash|cryptonight|etchash)|pool\.[\w.-]{2,60}:\d{4,5}/i,
      /["']?(?:-u|--user|user|wallet|-o|--url|url|--pool|pool|command)["']?\s{0,3}[,:=\s]/i,
    ],
    not: /detect|sigma|falco|block(?:ed|list)|denylist/i,
  },
  {
    row: "hook that sends",
    rule: "sends_files_out",
    all: [
      /["'](?:PreToolUse|PostToolUse|UserPromptSubmit|Stop|SubagentStop|SessionStart|SessionEnd|PreCompact|beforeSubmitPrompt|afterFileEdit|beforeShellExecution|stop)["']\s{0,4}:/,
      /["']command["']\s{0,3}:\s{0,3}"(?:[^"\\\n]|\\.){0,200}(?:curl|wget|nc|ncat|iwr|irm|Invoke-\w{1,12})\b(?:[^"\\\n]|\\.){0,200}(?:@-|-T ?-|\$\(|stdin|\$CLAUDE|-Body|\| ?(?:ba)?sh|\| ?nc|--data-binary|@[~/.])/,
    ],
    not: /https?:\/\/(?:localhost|127\.0\.0\.1)/,
  },
  {
    row: "server for agents from an address",
    rule: "download_and_run",
    all: [
      /["']?mcp_?-?[sS]ervers?["']?[\s\S]{0,200}(?:command|args|url)/,
      new RegExp(
        `["']args["']?\\s{0,3}[:=]\\s{0,3}\\[[^\\]]{0,200}["'](?:git\\+)?${OUTSIDE}[^"']{1,200}(?:\\.(?:tgz|tar\\.gz|zip|whl|js|mjs|py|sh)|\\.git)["']|["']url["']?\\s{0,3}[:=]\\s{0,3}["']http:\\/\\/\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}`,
      ),
    ],
    not: /https:\/\/github\.com\/|["']url["']\s{0,3}:\s{0,3}["']http:\/\/(?:127|10|192\.168)\./,
  },
  {
    row: "form that takes passwords away",
    rule: "phishing",
    all: [
      new RegExp(
        `<form\\b[^>]{0,200}\\baction\\s{0,2}=\\s{0,2}["']?${OUTSIDE}(?![^"'>]{0,80}(?:\\{\\{|<%|\\$\\{))`,
        "i",
      ),
      /<input\b[^>]{0,120}type\s{0,2}=\s{0,2}["']?password|name\s{0,2}=\s{0,2}["'](?:password|passwd|pin|seed|otp|cvv|card_?number)["']/i,
    ],
  },
  {
    row: "package from an address",
    rule: "foreign_packages",
    all: [
      new RegExp(
        `["'](?:overrides|resolutions|(?:dev|peer|optional)?[dD]ependencies|dependency-groups)?["']?[^\\n]{0,80}["']?[@\\w./-]{2,60}(?:["']\\s{0,3}:\\s{0,3}["']| @ )(?:git\\+)?(?!https:\\/\\/(?:[\\w-]{1,40}\\.)?(?:github|gitlab|npmjs|codeberg|bitbucket|pythonhosted|pytorch)\\.(?:com|org)\\/)${FROM}[^"'\\s]{1,200}\\.(?:tgz|tar\\.gz|whl|git)\\b`,
      ),
      /overrides|resolutions|[dD]ependencies|requirements| @ /,
    ],
  },
  {
    row: "plain source of packages",
    rule: "foreign_packages",
    all: [
      new RegExp(
        [
          String.raw`(?:^|\n)\s{0,8}(?:registry|(?:extra-)?index[-_]url|npmRegistryServer|disturl)["']?\s{0,3}[:=]\s{0,3}["']?${PLAIN}`,
          String.raw`(?:^|\n)\s{0,4}source\s{1,2}["']${PLAIN}`,
          String.raw`(?:repositories|pluginRepositories|mirrors?)[\s\S]{0,300}<url>\s{0,3}${PLAIN}`,
          String.raw`maven\s{0,2}\{[\s\S]{0,120}url\s{0,3}=?\s{0,3}(?:uri\()?["']${PLAIN}`,
          String.raw`"secure-http"\s{0,3}:\s{0,3}false`,
          String.raw`<add\s[^>\n]{0,60}value="${PLAIN}`,
        ].join("|"),
        "i",
      ),
    ],
  },
  {
    row: "checks of packages off",
    rule: "switches_off_tls",
    all: [
      /(?:^|\n)\s{0,8}["']?strict-ssl["']?\s{0,3}[:=]\s{0,3}["']?false|\bsslVerify\s{0,3}=\s{0,3}false|(?:^|\n)\s{0,4}trusted-host\s{0,3}=|enableStrictSsl\s{0,3}:\s{0,3}false|unsafeHttpWhitelist\s{0,3}:\s{0,3}\[?\s{0,4}-?\s{0,3}["']?\*|NODE_TLS_REJECT_UNAUTHORIZED["']?\s{0,3}[:=]\s{0,3}["']?0|GIT_SSL_NO_VERIFY["']?\s{0,3}[:=]\s{0,3}["']?(?:1|true)|PYTHONHTTPSVERIFY["']?\s{0,3}[:=]\s{0,3}["']?0/i,
    ],
  },
  {
    row: "default source replaced",
    rule: "foreign_packages",
    all: [
      new RegExp(
        [
          String.raw`(?:^|\n)\s{0,8}(?:registry|npmRegistryServer|(?:extra-)?index-url)["']?\s{0,3}[:=]\s{0,3}["']?(?!https:\/\/(?:registry\.(?:npmjs|yarnpkg)|(?:test\.)?pypi\.org))${FROM}`,
          String.raw`\[\[(?:tool\.uv\.index|tool\.poetry\.source|source|tool\.pdm\.source)\]\][^[]{0,200}url\s{0,3}=\s{0,3}["'](?!https:\/\/(?:(?:test\.)?pypi\.org|download\.pytorch))${FROM}`,
          String.raw`replace-with\s{0,3}=[\s\S]{0,300}(?:registry|index)\s{0,3}=\s{0,3}["'](?:sparse\+)?${FROM}`,
          String.raw`<mirrorOf>\*</mirrorOf>[\s\S]{0,120}<url>${FROM}`,
          String.raw`registry-mirrors["']?\s{0,3}:\s{0,3}\[\s{0,3}["']${FROM}`,
        ].join("|"),
        "i",
      ),
    ],
    weak: true,
  },
  {
    row: "check that cannot fail",
    rule: "switches_off_tls",
    all: [
      /(?:npm|pnpm|yarn|pip-audit|cargo|bundle|govulncheck|trivy|snyk|semgrep|codeql|gitleaks|cosign|grype|bandit|osv-scanner|checkov|tfsec)\b[^\n]{0,120}(?:audit|verify|scan|test|check|detect)?[^\n]{0,80}(?:\|\|\s{0,2}(?:true|:|exit 0)|;\s{0,2}true\b|--exit-code[ =]0)|echo\s{1,3}["'][^"'\n]{0,60}(?:audit|scan|verif|check|sign|test)[^"'\n]{0,40}(?:passed|ok|success|clean)/i,
    ],
    weak: true,
  },
  {
    row: "command at each login",
    rule: "keeps_coming_back",
    all: [
      /(?:ProxyCommand|LocalCommand|KnownHostsCommand|Match\s{1,4}exec)\s[^\n]{0,200}(?:\bcurl\b|\bwget\b|https?:\/\/|\/dev\/tcp)/,
    ],
    not: /cloudflared|ssm\s+start-session/,
  },
  {
    row: "login for everybody",
    rule: "grants_access",
    all: [
      /\bPermitRootLogin\s{1,4}yes[\s\S]{0,400}PermitEmptyPasswords\s{1,4}yes|PermitEmptyPasswords\s{1,4}yes|auth\s{1,4}sufficient\s{1,4}pam_permit\.so|(?:^|\n)\s{0,4}host\s{1,8}all\s{1,8}all\s{1,8}(?:0\.0\.0\.0\/0|::\/0|all)\s{1,8}trust|AuthorizedKeysCommand\s{1,4}\S{1,80}(?:curl|wget)|--anonymous-auth=true|anonymous["']?\s{0,3}:\s{0,3}\{?\s{0,8}["']?enabled["']?\s{0,3}:\s{0,3}true|authorization["']?\s{0,3}:\s{0,8}\{?\s{0,8}["']?mode["']?\s{0,3}:\s{0,3}["']?AlwaysAllow/,
    ],
  },
];

/** Database statements; those without `firm` are ordinary by themselves. */
export const statementMarks: ReadonlyArray<{ row: string; rule: string; pattern: RegExp; firm?: true }> = [
  {
    row: "audit changed",
    rule: "erases_traces",
    pattern:
      /\b(?:update|delete\s{1,4}from|truncate(?:\s{1,4}table)?)\s{1,4}["`[]?\w{0,20}(?:audit|log|history|event|access_)\w{0,20}/i,
  },
  {
    row: "approved",
    rule: "skips_confirmation",
    pattern:
      /\bset\b[^;]{0,80}(?:approved?_by|approved|state|status|signed_by|reviewed?_by)\s{0,3}=[^;]{0,120}(?:approved|select|true)/i,
  },
  {
    row: "signed for another",
    rule: "skips_confirmation",
    pattern:
      /\bset\b[^;]{0,200}\b(?:(?:second_?)?(?:approve[rd]?|sign(?:ed|er|ature)|review(?:ed|er)|confirm(?:ed)?|authori[sz]ed|released?|freigegeben|genehmigt|aprobad[oa]|valid[eé]e?)_?(?:by|von|por|par))\s{0,3}=\s{0,3}\(\s{0,3}select\b/i,
    firm: true,
  },
  {
    row: "granted",
    rule: "grants_access",
    pattern:
      /\bgrant\s{1,4}(?:all|superuser|dba|db_owner|pg_read_all)|\balter\s{1,4}(?:user|role)\b[^;]{0,60}superuser|\bcreate\s{1,4}(?:user|role|login)\b[^;]{0,80}(?:password|superuser)|\binsert\s{1,4}into\s{1,4}["`[]?\w{0,20}(?:users?|accounts?|admins?|members?)\b[^;]{0,300}(?:admin|root|owner|superuser)|\bset\b[^;]{0,80}(?:is_?admin|is_?superuser|role)\s{0,3}=\s{0,3}(?:true|1|'(?:admin|owner|root|superuser)')/i,
  },
  {
    row: "granted with password to all hosts",
    rule: "grants_access",
    pattern:
      /\bgrant\s{1,4}all\b[^;]{0,80}\bon\s{1,4}\*\.\*[^;]{0,80}@\s{0,2}['"`]%['"`][^;]{0,160}with\s{1,4}grant\s{1,4}option|\bsp_addsrvrolemember\b[^;]{0,80}sysadmin|\balter\s{1,4}server\s{1,4}role\s{1,4}\[?sysadmin\]?\s{1,4}add\s{1,4}member/i,
    firm: true,
  },
  {
    row: "program started",
    rule: "sends_files_out",
    pattern:
      /\b(?:to|from)\s{1,4}program\s{1,4}['$][^\n]{0,200}(?:curl|wget|\bnc\b|https?:\/\/|\/dev\/tcp|base64)|\bxp_cmdshell\b[^\n]{0,200}(?:curl|powershell|certutil|bitsadmin|https?:)|\butl_http\.request|\bdblink\s{0,2}\(\s{0,2}'[^']{0,200}host=(?!localhost|127)|\\!\s{0,3}(?:curl|wget|nc)\b|^\.(?:shell|system)\s{1,3}(?:curl|wget|nc)\b|sys_(?:exec|eval)\s{0,2}\(|\bhttp_(?:post|put)\s{0,2}\(\s{0,2}'https?:\/\/(?!localhost|127)[^;]{0,200}(?:select|row_to_json|json_agg|password|email)|\bcreate\s{1,4}(?:subscription|server)\b[^;]{0,200}host\s?[=']?\s?'?\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/im,
    firm: true,
  },
  { row: "dropped", rule: "destroys_data", pattern: /\bdrop\s{1,4}(?:database|schema|table)\b|\btruncate\b/i },
];

/** The path of a file into which a statement writes rows about people, or "". */
export function fileOfRows(statement: string): string {
  if (!queriesPeople(statement)) return "";
  return (
    /\binto\s{1,4}(?:outfile|dumpfile)\s{1,4}['"]([^'"\n]{2,200})['"]|\bcopy\b[\s\S]{0,400}?\bto\s{1,4}'([^'\n]{2,200})'/i
      .exec(statement)
      ?.slice(1)
      .find(Boolean) ?? ""
  );
}

const QUERIES_READ = 12;
const PERSONAL =
  /\b(?:e?_?mail|password\w{0,8}|passw\w{0,6}|iban|phone|telefon|geburts\w{1,8}|birth\w{0,8}|ssn|address|adresse|card\w{0,8}|salary|token|secret|(?:first_?|last_?|full_?)?name|nombre|nom)\b/gi;
const PEOPLE_TABLE =
  /^\s{1,4}\*\s{1,4}from\s{1,4}["`[]?\w{0,20}(?:users?|customers?|clients?|kunden|clientes|patients?|employees?|members?|accounts?|payments?|orders)\b/i;

/** Whether a text queries personal identifiers: two such columns, or all columns of a table of people. */
export function queriesPeople(text: string): boolean {
  let count = 0;
  for (const { index } of text.matchAll(/\bselect\b/gi)) {
    count += 1;
    if (count > QUERIES_READ) return false;
    const rest = text.slice(index + 6, index + 400);
    if (PEOPLE_TABLE.test(rest)) return true;
    const from = rest.search(/\bfrom\b/i);
    if (from > 0 && new Set(rest.slice(0, from).toLowerCase().match(PERSONAL)).size > 1) return true;
  }
  return false;
}

/** The offset of a dependency list in a manifest with a misspelled popular package name, or -1. */
export function misspelledDependency(text: string): number {
  const list = /\bdependencies["']?\s{0,3}[:=]\s{0,3}([[{])|\[(?:tool\.poetry\.)?dependencies\]/.exec(text);
  if (!list) return -1;
  const manager = /"\s{0,3}:\s{0,3}\{/.test(text.slice(list.index, list.index + 60)) ? "npm" : "pip";
  const from = list.index + list[0].length;
  const names = text
    .slice(from, from + 3_000)
    .matchAll(
      manager === "npm"
        ? /"(@?[\w./-]{4,60})"\s{0,3}:\s{0,3}"/g
        : /(?:^|["'])\s{0,3}([a-z][\w.-]{3,40})\s{0,2}(?:\[[\w,-]{1,40}\]\s{0,2})?(?:["'<>=~!]|$)/gim,
    );
  for (const match of names) if (isMisspelled(manager, match[1] ?? "")) return from + match.index;
  return -1;
}
