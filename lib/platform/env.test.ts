import { expect, test } from "@playwright/test";
import { env, forgetEnv, variables } from "@/lib/platform/env";

const given = { ...process.env };
test.afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in given)) delete process.env[name];
  Object.assign(process.env, given);
  forgetEnv();
});

function baseUrlOf(given: string): string {
  process.env.BASE_URL = given;
  forgetEnv();
  return env().BASE_URL;
}

test("BASE_URL is the origin of every link: it may end with a slash and have a port", () => {
  expect(baseUrlOf("https://cairn.example")).toBe("https://cairn.example");
  expect(baseUrlOf("https://cairn.example/")).toBe("https://cairn.example");
  expect(baseUrlOf("http://localhost:3000")).toBe("http://localhost:3000");
  expect(baseUrlOf("")).toBe("http://localhost:3000");
});

for (const wrong of [
  "cairn.example",
  "localhost:3000",
  "ftp://cairn.example",
  "https://cairn.example/library",
  "https://cairn.example?a=b",
  "https://me@cairn.example",
]) {
  test(`BASE_URL=${wrong} is refused by name`, () => {
    expect(() => baseUrlOf(wrong)).toThrow(/BASE_URL: must be an origin/);
  });
}

/** The variables set to these values and no others. */
function read(values: Record<string, string>): ReturnType<typeof env> {
  for (const name of variables) delete process.env[name];
  Object.assign(process.env, values);
  forgetEnv();
  return env();
}

test("without any variable every setting has its documented value", () => {
  expect(read({})).toEqual({
    MEILI_TIMEOUT_MS: 300,
    MEILI_INDEX: "cairn_versions",
    EMBEDDER_SIMILARITY: 0.4,
    BASE_URL: "http://localhost:3000",
    PORT: 3000,
    HOST: "0.0.0.0",
    SHUTDOWN_DELAY_MS: 0,
    API_ADAPTER: "server",
    TRUSTED_PROXIES: 0,
    SIGNUP: "open",
    PUBLISHING: "automatic",
    QUARANTINE: "risk",
    LOG_LEVEL: "info",
    DATABASE_TIMEOUT_MS: 3_400,
    RATE_LIMITS: "on",
    RATE_THREADS_PER_MINUTE: 30,
    RATE_THREADS_PER_DAY: 500,
    RATE_READS_PER_MINUTE: 300,
    RATE_V2_READS_PER_MINUTE: 300,
    RATE_V2_WRITES_PER_MINUTE: 60,
    RELEASES: "on",
    RATE_SUBMISSIONS_PER_HOUR: 60,
    RATE_REPLIES_PER_MINUTE: 60,
    RATE_CONNECTIONS_PER_HOUR: 10,
    SOCKETS_PER_ADDRESS: 512,
    REQUESTS_PER_SOCKET: 32,
    OPEN_REQUESTS_PER_ADDRESS: 20,
    RUNNING_REQUESTS_PER_ADDRESS: 4,
  });
});

test("an empty variable is one that is not set", () => {
  const unset = read({});
  expect(read(Object.fromEntries(variables.map((name) => [name, ""])))).toEqual(unset);
});

/** For a variable values that are accepted and values that are refused: each bound, and one beyond it. */
const BOUNDS: Readonly<Record<string, [accepted: string[], refused: string[]]>> = {
  DATABASE_URL: [
    ["postgres://a", "postgresql://a"],
    ["mysql://a", "xpostgres://a", "postgresqlx://a"],
  ],
  MEILI_TIMEOUT_MS: [
    ["50", "30000"],
    ["49", "30001", "60.5", "x"],
  ],
  MEILI_INDEX: [
    ["a", "a_1", "z".repeat(60)],
    ["A", "a-b", "z".repeat(61)],
  ],
  EMBEDDER_URL: [
    ["http://a.example/", "https://a.example/"],
    ["ftp://a.example/", "xhttp://a.example/", "httpss://a.example/"],
  ],
  EMBEDDER_MODEL: [["m".repeat(200)], ["m".repeat(201)]],
  EMBEDDER_SIMILARITY: [
    ["-1", "0.5", "1"],
    ["-1.01", "1.01"],
  ],
  CAIRN_SECRET: [["s".repeat(32)], ["s".repeat(31)]],
  PORT: [
    ["0", "65535"],
    ["-1", "65536", "80.5"],
  ],
  SHUTDOWN_DELAY_MS: [
    ["0", "600000"],
    ["-1", "600001"],
  ],
  API_ADAPTER: [["server", "next"], ["other"]],
  TRUSTED_PROXIES: [
    ["0", "10"],
    ["-1", "11"],
  ],
  SIGNUP: [["open", "closed"], ["maybe"]],
  PUBLISHING: [["automatic", "reviewed"], ["manual"]],
  QUARANTINE: [["risk", "new-authors", "off"], ["on"]],
  LOG_LEVEL: [["debug", "info", "warn", "error", "silent"], ["trace"]],
  SECURITY_CONTACT: [
    ["https://a.example", "mailto:a@a.example", "tel:+1"],
    ["http://a.example", "xtel:+1", "telx:1"],
  ],
  SOURCE_URL: [
    ["https://a.example/cairn", "http://a.example"],
    ["ftp://a.example", "a.example"],
  ],
  METRICS_TOKEN: [["t".repeat(16)], ["t".repeat(15)]],
  DATABASE_POOL: [
    ["1", "200"],
    ["0", "201"],
  ],
  DATABASE_TIMEOUT_MS: [
    ["1000", "60000"],
    ["999", "60001"],
  ],
  RATE_LIMITS: [["on", "off"], ["yes"]],
  RATE_READS_PER_MINUTE: [
    ["1", "1000000"],
    ["0", "-5", "1.5"],
  ],
  BASE_URL: [
    ["https://a.example//", "http://a.example"],
    ["xhttp://a.example", "httpx://a.example", "https://a.example/?"],
  ],
};
for (const [name, [accepted, refused]] of Object.entries(BOUNDS)) {
  test(`${name} is accepted up to its bounds and refused by name beyond them`, () => {
    for (const value of accepted) expect(() => read({ [name]: value }), value.slice(0, 20)).not.toThrow();
    for (const value of refused) expect(() => read({ [name]: value }), value.slice(0, 20)).toThrow(`  ${name}: `);
  });
}

test("one error names every variable that is wrong, a line each", () => {
  expect(() => read({ PORT: "x", CAIRN_SECRET: "short" })).toThrow(
    /^The configuration is wrong:\n {2}CAIRN_SECRET: must have at least 32 characters\n {2}PORT: .+\nSee \.env\.example/,
  );
  expect(() => read({ DATABASE_URL: "mysql://a" })).toThrow("must start with postgres:// or postgresql://");
});

test("the configuration is read once, until it is forgotten", () => {
  expect(read({ PORT: "4000" }).PORT).toBe(4000);
  process.env.PORT = "5000";
  expect(env().PORT).toBe(4000);
  forgetEnv();
  expect(env().PORT).toBe(5000);
});
