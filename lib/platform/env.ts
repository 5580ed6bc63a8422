import { z } from "zod";
import { forget, singleton } from "@/lib/platform/singleton";

const port = z.coerce.number().int().min(0).max(65535);
const count = z.coerce.number().int().min(1);
/** An empty variable means "not set", as in most tools that read `.env` files. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess((given) => (given === "" || given === undefined ? value : given), schema);

/** For tests and measurements. `.env.example` leaves them out: operators do not set them. */
const ForTests = z.object({
  MEILI_TIMEOUT_MS: withDefault(count.min(50).max(30_000), 300),
  API_ADAPTER: withDefault(z.enum(["server", "next"]), "server"),
});

const Env = ForTests.extend({
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, "must start with postgres:// or postgresql://")),
  MEILI_URL: optional(z.url()),
  MEILI_KEY: optional(z.string()),
  MEILI_INDEX: withDefault(z.string().regex(/^[a-z0-9_]{1,60}$/), "cairn_versions"),
  EMBEDDER_URL: optional(z.url({ protocol: /^https?$/ })),
  EMBEDDER_MODEL: optional(z.string().max(200)),
  EMBEDDER_KEY: optional(z.string()),
  EMBEDDER_SIMILARITY: withDefault(z.coerce.number().min(-1).max(1), 0.4),
  BASE_URL: withDefault(
    z
      .url({ protocol: /^https?$/, error: "must be an origin such as https://cairn.example" })
      .transform((url) => url.replace(/\/+$/, ""))
      .refine((url) => new URL(url).href === `${new URL(url).origin}/`, "must be an origin, without path or query"),
    "http://localhost:3000",
  ),
  CAIRN_SECRET: optional(z.string().min(32, "must have at least 32 characters")),
  PORT: withDefault(port, 3000),
  HOST: withDefault(z.string(), "0.0.0.0"),
  SHUTDOWN_DELAY_MS: withDefault(z.coerce.number().int().min(0).max(600_000), 0),
  TRUSTED_PROXIES: withDefault(z.coerce.number().int().min(0).max(10), 0),
  SIGNUP: withDefault(z.enum(["open", "closed"]), "open"),
  PUBLISHING: withDefault(z.enum(["automatic", "reviewed"]), "automatic"),
  QUARANTINE: withDefault(z.enum(["risk", "new-authors", "off"]), "risk"),
  SOURCE_HOSTS: optional(z.string().max(1_000)),
  RELEASES: withDefault(z.enum(["on", "off"]), "on"),
  NPM_REGISTRY: optional(z.url({ protocol: /^https?$/ })),
  LOG_LEVEL: withDefault(z.enum(["debug", "info", "warn", "error", "silent"]), "info"),
  SECURITY_CONTACT: optional(z.url({ protocol: /^(https|mailto|tel)$/ })),
  SOURCE_URL: optional(z.url({ protocol: /^https?$/ })),
  METRICS_TOKEN: optional(z.string().min(16)),
  DATABASE_POOL: optional(count.max(200)),
  DATABASE_TIMEOUT_MS: withDefault(count.min(1_000).max(60_000), 3_400),
  RATE_LIMITS: withDefault(z.enum(["on", "off"]), "on"),
  RATE_THREADS_PER_MINUTE: withDefault(count, 30),
  RATE_THREADS_PER_DAY: withDefault(count, 500),
  RATE_READS_PER_MINUTE: withDefault(count, 300),
  RATE_V2_READS_PER_MINUTE: withDefault(count, 300),
  RATE_V2_WRITES_PER_MINUTE: withDefault(count, 60),
  RATE_SUBMISSIONS_PER_HOUR: withDefault(count, 60),
  RATE_REPLIES_PER_MINUTE: withDefault(count, 60),
  RATE_CONNECTIONS_PER_HOUR: withDefault(count, 10),
  SOCKETS_PER_ADDRESS: withDefault(count, 512),
  REQUESTS_PER_SOCKET: withDefault(count, 32),
  OPEN_REQUESTS_PER_ADDRESS: withDefault(count, 20),
  RUNNING_REQUESTS_PER_ADDRESS: withDefault(count, 4),
});

export type Env = z.infer<typeof Env>;

/** The names of all variables that configure the product. */
export const variables: readonly string[] = Object.keys(Env.shape);

/** Those of them that only tests and measurements set. */
export const testVariables: readonly string[] = Object.keys(ForTests.shape);

/**
 * The configuration, read and validated once per process. Throws one error that names every invalid variable.
 * `.env.example` describes the variables that operators set.
 */
export function env(): Env {
  return singleton("env", () => {
    const parsed = Env.safeParse(process.env);
    if (parsed.success) return parsed.data;
    const wrong = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new Error(
      `The configuration is wrong:\n${wrong.join("\n")}\nSee .env.example for the values each variable takes.`,
    );
  });
}

/**
 * Makes the next `env()` read the environment again: for the start-up, which sets variables of the engines it started.
 */
export function forgetEnv(): void {
  forget("env");
}
