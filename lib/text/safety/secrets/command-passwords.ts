import { isTypedPassword, looksRandom } from "@/lib/text/safety/secrets/judge-value";
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
