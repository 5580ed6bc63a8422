/** @type {import("next").NextConfig} */
const config = {
  // The server in front of Next compresses; doing it twice costs CPU and nothing else.
  compress: false,
  poweredByHeader: false,
  // Metadata always comes in the head, also for readers without scripts: nothing here is slow enough to stream it later.
  htmlLimitedBots: /.*/,
  // `npm run check` and `npm test` check types; a first start should not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // These load files or native parts at run time, which a bundle would lose.
  serverExternalPackages: ["postgres", "pino", "@secretlint/secretlint-rule-preset-recommend", "meilisearch"],
  experimental: {
    // Loading every page before the first request takes most of a start. A page is loaded when it is first asked for.
    preloadEntriesOnStart: false,
    // Reading them takes a second of each start.
    turbopackSourceMaps: false,
  },
};

export default config;
