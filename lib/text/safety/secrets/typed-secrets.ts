import { isToldPassword, isTypedPassword, looksRandom } from "@/lib/text/safety/secrets/judge-value";
import { readBare, readWord, row, type SecretRule } from "@/lib/text/safety/secrets/rule";

const A_PASSWORD = { kind: "secret_command_password", what: "a password in a command", check: isTypedPassword };
/** Arguments before the password, on the same line and in the same command. */
const ARGUMENTS = "(?:[^\\n;|&]{0,200}? )?";

const option = (id: string, gate: readonly string[], flag: string, read = readWord): SecretRule => ({
  id,
  ...A_PASSWORD,
  gate,
  shape: new RegExp(`(?:${gate.map((one) => one.replace(/[/.]/g, "\\$&")).join("|")})${ARGUMENTS}${flag}`, "y"),
  read,
});

/** `docker build --secret id=npmrc,src=$HOME/.npmrc` names the source of a secret; it does not contain one. */
const NAMES_A_SOURCE =
  /^["']?(?:id|type|src|source|env)=[\w./~${}-]{1,120}(?:,(?:id|type|src|source|target|dst|env|uid|gid|mode|required)=[\w./~${}-]{1,120}){0,6}["']?$/;

/** Commands that read a password from a pipe. */
const READS_PASSWORDS =
  "(?:sudo (?:-[A-Za-z]+ ){0,4}(?:-[A-Za-z]*S|--stdin)|[^|\\n]{0,60}(?:--password-stdin|--passphrase-fd|--with-token|--stdin)|chpasswd|passwd|su |kinit|cryptsetup|smbpasswd)";

/** Passwords in shell, console or SQL commands. */
// biome-ignore format: a row is one line
export const commandPasswords: readonly SecretRule[] = [
  option("mysql_password", ["mysql ", "mysqldump ", "mysqladmin ", "mysqlimport ", "mysqlcheck ", "mariadb ", "mariadb-dump "], "-p(?=[^\\s-])"),
  option("sshpass_password", ["sshpass "], "-p ?"),
  option("login_password", ["login "], "(?:-p ?|--password[ =])"),
  option("redis_password", ["redis-cli ", "valkey-cli "], "(?:-a|--pass)[ =]"),
  option("sqlcmd_password", ["sqlcmd ", "bcp ", "osql ", "isql ", "sqlpackage "], "-P ?"),
  option("ldap_password", ["ldapsearch ", "ldapadd ", "ldapmodify ", "ldapdelete ", "ldapwhoami ", "ldappasswd "], "-w ?"),
  option("ldap_new_password", ["ldappasswd "], "-s ?"),
  option("mongo_password", ["mongo ", "mongosh ", "mongodump ", "mongorestore ", "mongoimport ", "mongoexport "], "(?:-p|--password)[ =]"),
  option("cqlsh_password", ["cqlsh ", "rdesktop ", "vncviewer ", "cassandra-stress "], "-p "),
  option("archive_password", ["7z ", "7za ", "zip ", "unzip ", "rar ", "unrar "], "(?:-P |-h?p(?=[^\\s-]))"),
  option("keytool_password", ["keytool ", "jarsigner ", "apksigner "], "-(?:src|dest)?(?:store|key)pass "),
  option("rabbitmq_password", ["rabbitmqctl add_user ", "rabbitmqctl change_password "], "[\\w.-]{1,40} "),
  option("htpasswd_password", ["htpasswd "], "-[A-Za-z]{0,6}b[A-Za-z]{0,6} (?:-[A-Za-z]+ )?(?:\\S{1,80} )?[\\w.@-]{1,40} (?=\\S+\\s*$|\\S+\\s*[\\n;|&])"),
  option("ssh_keygen_passphrase", ["ssh-keygen "], "-[NP] ?"),
  option("samba_password", ["smbclient ", "rpcclient ", "smbmap ", "net ads ", "smbget "], "-U ?['\"]?[^\\s%'\"]{1,60}%", readBare),
  option("lftp_password", ["lftp "], "-u ?['\"]?[^\\s,'\"]{1,60},", readBare),
  option("security_password", ["security add-generic-password ", "security add-internet-password "], "-w "),
  option("minio_secret", ["mc alias set ", "mc config host add "], "[\\w-]{1,40} https?:\\/\\/\\S{1,100} \\S{1,80} "),
  option("freerdp_password", ["xfreerdp ", "wfreerdp "], "\\/p:"),
  { id: "net_use_password", ...A_PASSWORD, gate: ["net use "], shape: /net use (?:[A-Za-z*]: )?\\{1,4}[^\s]{1,120} (?:\/user:\S{1,80} )?(?!\/)/y, read: readWord, },
  { id: "net_user_password", ...A_PASSWORD, gate: ["net user "], shape: /net user [\w.-]{1,40} (?!\/)/y, read: readWord, },
  { id: "piped_password", ...A_PASSWORD, gate: ["echo ", "printf "], shape: new RegExp( `(?:echo|printf) (?:-[neE]+ )?(?:'%s(?:\\\\n)?' )?["']?(?:[\\w.-]{1,30}:)?(?=[^|\\n]{4,160}\\| ?${READS_PASSWORDS})`, "y", ), read: readBare, },
  { id: "sqlplus_password", ...A_PASSWORD, gate: ["sqlplus ", "sqlldr ", "expdp ", "impdp "], shape: /[a-z]{5,7} (?:-\w+ ){0,3}(?:userid=)?["']?\w{1,40}\/(?<secret>[^\s@"']{6,80})@/y, },
  { id: "here_password", ...A_PASSWORD, gate: ["sudo -S", "sudo --stdin"], shape: /sudo (?:-S|--stdin)[^\n<]{0,160}<<< ?/y, read: readWord, },
  { id: "openssl_password", ...A_PASSWORD, gate: ["-passin pass:", "-passout pass:", "-pass pass:"], inside: true, shape: /-pass(?:in|out)? pass:/y, read: readWord, },
  { id: "cmdkey_password", ...A_PASSWORD, gate: ["/pass:", "/password:", "/rp "], inside: true, shape: /(?<= )\/(?:pass(?:word)?:|rp )/y, read: readWord, },
  { id: "option_password", ...A_PASSWORD, gate: ["--"], inside: true, shape: /(?<![\w-])--(?:[a-z]{1,16}-){0,3}(?:password|passwd|passphrase|pass|pwd)[ =]/y, read: readWord, },
  row("option_secret", "command_secret", "a secret in a command", ["--"], /(?<![\w-])--(?:[a-z]{1,16}-){0,3}(?:token|secret|api-?key|access-?key|secret-key|auth-?key|private-?key|account-key)[ =]/y, { inside: true, read: readWord, check: (secret) => secret.length >= 16 && !NAMES_A_SOURCE.test(secret) && isTypedPassword(secret) && looksRandom(secret) }),
  row("literal_secret", "command_secret", "a secret in a command", ["--from-literal"], /--from-literal[ =]["']?[\w.-]{1,60}=/y, { inside: true, read: readWord, check: isTypedPassword }),
  { id: "powershell_password", ...A_PASSWORD, gate: ["ConvertTo-SecureString "], shape: /ConvertTo-SecureString (?:-String )?(?=["'])/y, read: readWord, },
  { id: "environment_password", ...A_PASSWORD, gate: ["PGPASSWORD=", "MYSQL_PWD=", "SSHPASS=", "REDISCLI_AUTH=", "LFTP_PASSWORD=", "SUDO_PASS=", "RESTIC_PASSWORD=", "BORG_PASSPHRASE=", ], shape: /[A-Z_]{6,20}=/y, read: readWord, },
  row("aws_configure_secret", "aws_secret_key", "an AWS secret access key", ["aws_secret_access_key ", "aws_session_token "], /aws_\w{10,20} /y, { read: readWord, check: (secret) => secret.length >= 40 && looksRandom(secret) }),
  row("sql_password", "sql_password", "a password in a database command", ["identified by ", "identified with ", "create user ", "alter user ", "create role ", "alter role ", "create login ", "alter login ", "set password "], /(?:[a-z]{3,10} (?:user|role|login|password)[^\n;]{0,120}? |identified (?:with \S{1,40} )?)(?:by|password|for \S{1,60}) ?=? ?(?:password\()?N?(?=['"])/iy, { folded: true, read: readWord, check: isTypedPassword }),
];

// biome-ignore format: the words fill their lines
const PASSWORD = [
  "password", "passwd", "passphrase", "passcode", "pwd", "passwort", "kennwort", "contraseña", "contrasena", "clave",
  "mot de passe", "mdp", "密码", "密碼", "口令", "senha", "wachtwoord", "пароль", "パスワード", "비밀번호",
];
// biome-ignore format: the words fill their lines
const TOKEN = [
  "my key", "our key", "this key", "token", "api key", "api-key", "apikey", "access key", "secret key", "secret",
  "credential", "cookie", "session id", "schlüssel", "schluessel", "geheimnis", "llave", "secreto", "credencial",
  "jeton", "clé", "clef", "identifiant", "密钥", "密鑰", "秘钥", "令牌", "凭证", "凭据", "chave", "chiave", "ключ", "токен",
  "トークン", "キー",
];

/** Up to eight words between the name and the phrase that introduces the value; they do not cross a sentence end. */
const WORDS = "(?:[ \\u00a0][^\\s:=;!?。，]{1,30}(?<![.])){0,8}?";
const SAYS =
  "(?:is|was|equals|remains|becomes|reads|lautet|ist|war|bleibt|heißt|heisst|es|era|sigue siendo|será|est|était|reste|sera|è|é|är|wynosi|(?:changed|set|reset|rotated) to|(?:gesetzt|geändert) auf|(?:cambiada|establecida) a)";
const ADVERBS =
  "(?:[ ](?:now|currently|still|simply|just|always|set to|jetzt|nun|aktuell|derzeit|immer|noch|weiterhin|ahora|actualmente|siempre|todavía|maintenant|actuellement|toujours|désormais)){0,2}";
const CONNECTOR = `(?:["'\\])]{0,2}\\s{0,3}(?::=|->|=>|[:=：→])\\s{0,3}|[ \\u00a0]{1,3}${SAYS}${ADVERBS}(?:\\s?[:：])?\\s{1,3}|[^\\u0000-\\u0020，。；,;：:=@/]{0,16}?(?:是|为|為|改成|改为|设为|设置为|は)[ ]?[：:]?[ ]{0,3}|[\\u3400-\\u9fff（）]{0,12}[：:][ ]{0,3})`;
/** Words that describe the place or use of a token instead of its name. */
const NO_SECRET =
  "(?<!(?<![a-z])(?:page|next|prev|cursor|continuation|csrf|xsrf|sync|resume|cancellation|public|publishable|max|min|num|syntax|design|colou?r|css|commit|idempotency|non|public ?key|sort|partition|primary|foreign|cache|object|row|öffentlicher |pública |publique )[ _-]?)";

const shapeOf = (names: string[], before = "") =>
  new RegExp(`${before}(?:${names.join("|")})(?:s|en|e)?(?![a-z0-9_-]{2})${WORDS}${CONNECTOR}`, "iuy");

/** Both cases, with a digit or random: only the value itself shows that it is a secret. */
function isMixed(secret: string): boolean {
  return /[a-z]/.test(secret) && /[A-Z]/.test(secret) && (/\d/.test(secret) || looksRandom(secret));
}

/** A UUID is more often an id than a secret. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Secrets stated in sentences, in the most common languages of questions: "the admin password is …". */
// biome-ignore format: a row is one line
export const toldSecrets: readonly SecretRule[] = [
  row("told_password", "password", "a password", PASSWORD, shapeOf(PASSWORD), { folded: true, inside: true, read: readWord, check: isToldPassword }),
  row("named_password", "password", "a password", [...PASSWORD, "root pw", "admin pw", "my pw", " pw is", " pw:"], new RegExp(`(?:${PASSWORD.join("|")}|(?:root|admin|my)? ?pw)(?:'s|en|s)?(?: is|:)?(?: |(?=[(“„«「『"']))[(]?`, "iuy"), { folded: true, inside: true, read: readWord, check: (secret) => secret.length >= 10 && isToldPassword(secret) && isMixed(secret) }),
  row("user_and_password", "password", "a password beside its user name", ["admin / ", "root / ", "user / ", "administrator / ", "deploy / ", "postgres / "], /[a-z]{4,13} \/ /iy, { folded: true, read: readWord, check: (secret) => secret.length >= 10 && isToldPassword(secret) && isMixed(secret) }),
  row("told_token", "assigned_key", "a secret key or token", TOKEN, shapeOf(TOKEN, NO_SECRET), { folded: true, inside: true, read: readWord, check: (secret) => secret.length >= 16 && !UUID.test(secret) && isToldPassword(secret) && looksRandom(secret) }),
  row("told_login", "password", "a password beside its user name", ["credentials", "creds", "login ", "login:", "zugangsdaten", "anmeldedaten", "credenciales", "identifiants", "账号", "帐号", "log in with", "log in as", "sign in with"], /(?:credentials|creds|login(?=[ :])|zugangsdaten|anmeldedaten|credenciales|identifiants|账号|帐号|(?:log|sign) in (?:with|as))(?: [^\s:=/;!?]{1,24}){0,5}?(?:\s{0,2}[:=：]\s{0,3}| (?:are|is|sind|lauten|son|sont) |是| )["'“]?[\w.@-]{2,40}["'”]?\s{0,2}(?:[/:]|and|und|y|et|with password|mit)\s{0,2}/iuy, { folded: true, inside: true, read: readWord, check: (secret) => isToldPassword(secret) }),
];
