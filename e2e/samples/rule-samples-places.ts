import type { Chance } from "@/e2e/samples/chance";
import type { Sample } from "@/e2e/samples/rule-samples-tokens";

/** A generated password of letters and digits, sometimes with signs. */
export const password = (r: Chance) =>
  r
    .text(12 + r.number(5), r.pick(["alnum", "alnum", "symbols"]))
    .replace(/[#*%^+-]/g, "x")
    .replace(/^.{3}/, "Xk9");

/** Secrets in files, commands, web requests and sentences, by the only table row that finds them. */
export const placeSamples: Record<string, Sample> = {
  pgpass_password: (r) => `db7.acme-prod.net:${r.pick(["5432", "5433", "6432"])}:orders:svc_app:${password(r)}`,
  netrc_password: (r) =>
    `machine git.acme-prod.net ${r.pick(["", "\n  "])}login deploy ${r.pick(["", "\n  "])}password\n  ${password(r)}`,
  docker_auth: (r) => `{"auths": {"https://index.docker.io/v1/": {"${"auth"}": "${btoa(`acme:${password(r)}`)}"}}}`,
  wireguard_key: (r) => `[Interface]\n${r.pick(["Private", "Preshared"])}${"Key"} = ${r.text(43, "base64")}=`,
  laravel_key: (r) => `base${"64:"}${r.text(43, "base64")}=`,
  laravel_short_key: (r) => `APP_${"KEY="}${r.text(32, "alnum")}`,
  rails_master_key: (r) =>
    r.pick([
      `config/master${".key"}: ${r.text(32, "hex")}`,
      `RAILS_MASTER_${"KEY="}${r.text(32, "hex")}`,
      `our Rails master ${"key"} is ${r.text(32, "hex")}`,
    ]),
  rails_secret_key_base: (r) => `production:\n  secret_key_${"base:"} ${r.text(128, "hex")}`,
  defined_secret: (r) =>
    `${"define"}( '${r.pick(["DB_PASSWORD", "AUTH_KEY", "SECURE_AUTH_KEY", "NONCE_SALT"])}', '${r.text(r.pick([16, 64]), "symbols")}' );`,
  django_secret_key: (r) => `django-${"insecure-"}${r.text(50, "symbols")}`,
  secret_key_setting: (r) => `SECRET_${"KEY"} = '${r.text(50, "symbols")}'`,
  xml_password: (r) => `<server><id>acme</id><${"password"}>${password(r)}</password></server>`,
  xml_attribute_password: (r) => `<add key="ClearText${"Password"}" value="${password(r)}" />`,
  wifi_passphrase: (r) => `network={ ssid="acme" ${"psk="}"${password(r)}" }`,
  ansible_password: (r) => `ansible_become_${"pass:"} ${password(r)}`,
  openssh_key_body: (r) => `b3BlbnNzaC1rZXkt${"djEAAAAA"}${r.text(120, "base64")}`,
  minisign_key: (r) => `RWRT${"Y0Iy"}${r.text(200, "base64")}==`,
  bitcoin_private_key: (r) => `xp${"rv"}${r.text(107, "alnum").replace(/[0OIl]/g, "z")}`,
  ethereum_private_key: (r) =>
    `${r.pick(["DEPLOYER_PRIVATE_", "PRIVATE_", "the private "])}${"key="}0x${r.text(64, "hex")}`.replace(
      "the private key=",
      "the private key is ",
    ),
  mysql_password: (r) =>
    `${r.pick(["mysql", "mysqldump", "mysqladmin", "mariadb"])} -h db7.acme-prod.net -u root ${"-p"}${password(r)} orders`,
  sshpass_password: (r) =>
    `sshpass ${"-p"} ${r.pick(["", "'"])}${password(r)}${"'"} ssh root@10.2.3.4`.replace(/-p ([^'][^' ]*)'/, "-p $1"),
  login_password: (r) =>
    `${r.pick(["docker", "podman", "oc", "cf", "az"])} login -u acme ${r.pick(["-p ", "--password "])}${password(r)} registry.acme-prod.net`,
  redis_password: (r) => `redis-cli -h cache.acme-prod.net -p 6380 ${"-a"} ${password(r)} ping`,
  sqlcmd_password: (r) =>
    `sqlcmd -S db.acme-prod.net -U sa ${"-P"} ${r.pick(["'", '"'])}${password(r)}${"'"} -Q "select 1"`,
  ldap_password: (r) =>
    `ldapsearch -x -H ldap://ldap.acme-prod.net -D cn=admin,dc=acme ${"-w"} ${password(r)} -b dc=acme`,
  ldap_new_password: (r) => `ldappasswd -x -D cn=admin,dc=acme ${"-s"} ${password(r)} uid=bob`,
  mongo_password: (r) => `mongosh db.acme-prod.net -u admin ${"-p"} ${password(r)}`,
  cqlsh_password: (r) => `cqlsh db.acme-prod.net -u cassandra ${"-p"} ${password(r)}`,
  archive_password: (r) => r.pick([`7z x ${"-p"}${password(r)} backup.7z`, `unzip ${"-P"} ${password(r)} backup.zip`]),
  keytool_password: (r) => `keytool -list -keystore app.jks ${"-storepass"} ${password(r)}`,
  rabbitmq_password: (r) => `rabbitmqctl ${"add_user"} svc ${password(r)}`,
  htpasswd_password: (r) => `htpasswd ${"-b"} /etc/nginx/users admin ${password(r)}`,
  ssh_keygen_passphrase: (r) => `ssh-keygen -t ed25519 ${"-N"} '${password(r)}' -f id_deploy`,
  samba_password: (r) => `smbclient //files/acme ${"-U"} admin%${password(r)}`,
  lftp_password: (r) => `lftp ${"-u"} deploy,${password(r)} ftp.acme-prod.net`,
  security_password: (r) => `security add-generic-password -a deploy -s acme ${"-w"} ${password(r)}`,
  minio_secret: (r) => `mc alias ${"set"} prod https://s3.acme-prod.net svcadmin ${r.text(32, "alnum")}`,
  freerdp_password: (r) => `xfreerdp /v:10.2.3.4 /u:bob ${"/p:"}${password(r)}`,
  net_use_password: (r) =>
    `net ${"use"} Z: \\\\files\\share ${r.pick([`${password(r)} /user:acme\\bob`, `/user:acme\\bob ${password(r)}`])}`,
  net_user_password: (r) => `net ${"user"} deploy ${password(r)} /add`,
  piped_password: (r) =>
    r.pick([
      `echo ${password(r)} | ${"sudo"} -S systemctl restart app`,
      `echo '${password(r)}' | ${"sudo"} -S apt update`,
      `echo "deploy:${password(r)}" | ${"chpasswd"}`,
      `echo ${password(r)} | docker login -u acme ${"--password-stdin"}`,
    ]),
  sqlplus_password: (r) => `sqlplus svc/${password(r)}@//db7.acme-prod.net:1521/ORCL`,
  here_password: (r) => `sudo ${"-S"} apt update <<< "${password(r)}"`,
  openssl_password: (r) => `openssl rsa -in key.pem ${"-passin"} pass:${password(r)}`,
  cmdkey_password: (r) => `cmdkey /add:files /user:acme\\bob ${"/pass:"}${password(r)}`,
  option_password: (r) => `backup-tool ${"--pass"} ${password(r)} /data`,
  option_secret: (r) => `deploy-tool ${"--auth-key"} ${r.text(32, "alnum")}`,
  literal_secret: (r) => `kubectl create secret generic app ${"--from-literal="}db=${password(r)}`,
  powershell_password: (r) => `$s = ${"ConvertTo-SecureString"} "${password(r)}" -AsPlainText -Force`,
  environment_password: (r) => `${r.pick(["SSHPASS", "REDISCLI_AUTH"])}${"="}${password(r)} run-it`,
  aws_configure_secret: (r) => `aws configure set ${"aws_secret_access_key"} ${r.text(40, "base64")}`,
  sql_password: (r) => `CREATE USER svc ${"IDENTIFIED"} BY '${password(r)}';`,
  session_cookie: (r) => `${"Cookie:"} theme=dark; my_login=${r.text(40, "alnum")}`,
  curl_cookie: (r) => `curl https://app.acme-prod.net ${"-b"} 'a=b; my_login=${r.text(40, "alnum")}'`,
  named_session_cookie: (r) =>
    `${r.pick(["PHPSESSID", "JSESSIONID", "connect.sid", "laravel_session", "__Secure-next-auth.session-token"])}${"="}${r.text(32, "lower")}`,
  authorization_header: (r) => `${"Authorization:"} Splunk ${r.text(32, "alnum")}`,
  query_secret: (r) => `https://api.acme-prod.net/v1/run?${"key="}${r.text(40, "alnum")}`,
  told_password: (r) =>
    r.pick([
      `das Administratorpasswort lautet ${password(r)}.`,
      `la contraseña del servidor es ${password(r)}`,
      `le mot de passe de la base est ${password(r)} depuis lundi`,
      `数据库的密码是${password(r)}。`,
    ]),
  named_password: (r) =>
    r.pick([
      `mit dem Passwort ${r.text(9, "alnum")}7kQ klappt es nicht`,
      `avec le mot de passe ${r.text(9, "alnum")}7kQ`,
      `my password (${r.text(9, "alnum")}7kQ) is refused`,
    ]),
  user_and_password: (r) => `use admin ${"/"} ${r.text(9, "alnum")}7kQ there`,
  told_token: (r) =>
    r.pick([
      `der API-Schlüssel lautet ${r.text(32, "alnum")}`,
      `la clave de la API es: ${r.text(32, "alnum")}`,
      `le jeton d'accès est ${r.text(32, "alnum")}`,
      `访问令牌是${r.text(32, "alnum")}`,
    ]),
  told_login: (r) => `the staging ${"credentials"} are svc / ${password(r)}7`,
};
