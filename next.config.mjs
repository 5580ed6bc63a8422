/** @type {import("next").NextConfig} */
const config = {
  // The server in front of Next compresses; doing it twice costs CPU and nothing else.
  compress: false,
  poweredByHeader: false,
  // Metadata always comes in the head, also for readers without scripts: nothing here is slow enough to stream it later.
  htmlLimitedBots: /.*/,
  // `npm run check` and `npm test` check types; a first start should not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // The twin of a page in markdown is the page's address with `.md`; a route file can only be named by a whole segment.
  rewrites: async () => [
    { source: "/skills/:skill_id(skl_[\\w-]+).md", destination: "/skills/:skill_id/index.md" },
    // Before the twins, because sources are compared without regard to case, and SKILL.md looks like the twin of a slug.
    { source: "/skills/:skill_id(skl_[\\w-]+)/SKILL.md", destination: "/skills/:skill_id/SKILL.md" },
    { source: "/skills/:skill_id(skl_[\\w-]+)/:slug([a-z0-9-]+).md", destination: "/skills/:skill_id/index.md" },
    {
      source: "/skills/:skill_id/versions/:version_id(skv_[\\w-]+).md",
      destination: "/skills/:skill_id/versions/:version_id/index.md",
    },
    // The twin of the raw view is the file that it shows.
    { source: "/skills/:skill_id(skl_[\\w-]+)/:slug([a-z0-9-]+)/raw.md", destination: "/skills/:skill_id/SKILL.md" },
    {
      source: "/skills/:skill_id/versions/:version_id(skv_[\\w-]+)/raw.md",
      destination: "/skills/:skill_id/versions/:version_id/SKILL.md",
    },
    {
      source: "/skills/:skill_id(skl_[\\w-]+)/:slug([a-z0-9-]+)/:view(versions|compare|provenance|decisions).md",
      destination: "/skills/:skill_id/view.md/:view",
    },
    {
      source: "/skills/:skill_id/versions/:version_id(skv_[\\w-]+)/:view(provenance|decisions).md",
      destination: "/skills/:skill_id/versions/:version_id/view.md/:view",
    },
    { source: "/threads/:thread_id(thr_[\\w-]+).md", destination: "/threads/:thread_id/index.md" },
    { source: "/problems/:code([a-z_]+).md", destination: "/problems/:code/index.md" },
  ],
  // These load files or native parts at run time, which a bundle would lose.
  serverExternalPackages: ["postgres", "pino", "meilisearch", "satori", "@resvg/resvg-js"],
  experimental: {
    // Loading every page before the first request takes most of a start. A page is loaded when it is first asked for.
    preloadEntriesOnStart: false,
    // Reading them takes a second of each start.
    turbopackSourceMaps: false,
  },
};

export default config;
