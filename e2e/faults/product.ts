import { test as base } from "@playwright/test";
import { Api } from "@/e2e/support/api";
import { type App, startApp, startEngines, type TestEngines } from "@/e2e/support/product";

/** A running product with its own engines. A test may damage it in any way and must restore it. */
export type Product = {
  engines: TestEngines;
  meili: NonNullable<TestEngines["meili"]>;
  /** Keeps its port, and so its URL, across restarts. */
  app(): App;
  api: Api;
  /** Restarts the app after it was killed or stopped. */
  start(env?: Record<string, string>): Promise<void>;
};

/** Playwright's test with one product for all files of a run: the engines start and the library is filled only once. */
export const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use) => {
      const engines = await startEngines();
      // The fixtures of `e2e/support/fixtures.ts` use the database named in the environment.
      Object.assign(process.env, engines.environment);
      const { meili } = engines;
      if (!meili) throw new Error("There is no Meilisearch to kill.");
      let app = await startApp({ engines });
      const port = Number(new URL(app.url).port);
      const api = new Api(app.url, { sockets: 1_000 });
      await use({
        engines,
        meili,
        app: () => app,
        api,
        async start(env = {}) {
          app = await startApp({ engines, port, env });
        },
      });
      api.close();
      await app.stop();
      await engines.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

export { expect } from "@playwright/test";
