/**
 * Technologies that no package is: a package of this name is a client or a binding with version numbers of its own, so
 * its version would be compared with those of something else.
 */
export const NO_PACKAGES: ReadonlySet<string> = new Set(
  (
    "postgresql,mysql,mariadb,sqlite,sql server,mongodb,redis,valkey,elasticsearch,opensearch,meilisearch,memcached," +
    "cassandra,clickhouse,couchbase,couchdb,neo4j,influxdb,dynamodb,rabbitmq,kafka,nats,etcd,consul,vault,nginx,caddy," +
    "docker,docker compose,kubernetes,helm,terraform,ansible,aws,gcp,azure,java,python,go,rust,ruby,php,perl,lua,c#,f#," +
    "c++,.net,kotlin,scala,swift,dart,javascript,linux kernel,windows,macos,ios,android,debian,ubuntu,git,http," +
    "model context protocol,github actions,gitlab ci,spring,oracle,compose,kernel,power bi,visual studio code"
  ).split(","),
);
