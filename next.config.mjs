import { existsSync } from "node:fs";
import path from "node:path";

/** @type {import("next").NextConfig} */
const config = {
  // The server in front of Next compresses; doing it twice costs CPU and nothing else.
  compress: false,
  poweredByHeader: false,
  // Metadata always comes in the head, also for readers without scripts: nothing here is slow enough to stream it later.
  htmlLimitedBots: /.*/,
  // `npm run check` and `npm test` check types; a first start should not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // Documents have addresses of every shape, so one route answers them all. Our own server answers them before Next, and says
  // so of what is no document, for which there is then a page.
  rewrites: async () => [
    {
      source:
        "/:path((?!_next/|api/)(?:.*\\.(?:md|txt|xml|json|toml|atom|svg|png|diff|js|ts|tgz)|(?:.*/)?\\.well-known/.+|(?:ci|feeds|sitemaps)/[^/]+|agents/.+|skills/[^/]+/versions/[^/]+/files/.+))",
      missing: [{ type: "header", key: "x-cairn-no-document" }],
      destination: "/documents/:path",
    },
  ],
  // These load files or native parts at run time, which a bundle would lose.
  serverExternalPackages: ["postgres", "pino", "meilisearch", "satori", "@resvg/resvg-js"],
  experimental: {
    // Loading every page before the first request takes most of a start. A page is loaded when it is first asked for.
    preloadEntriesOnStart: false,
    // Reading them takes a second of each start.
    turbopackSourceMaps: false,
    // Writing the cache costs a quarter of a build and helps only the next one, which the first start does not wait for.
    turbopackFileSystemCacheForBuild: existsSync(path.join(import.meta.dirname, ".next/BUILD_ID")),
  },
};

export default config;
