/** @type {import("next").NextConfig} */
const config = {
  // The server in front of Next compresses; doing it twice costs CPU and nothing else.
  compress: false,
  poweredByHeader: false,
  // These load files or native parts at run time, which a bundle would lose.
  serverExternalPackages: ["postgres", "pino", "@secretlint/core", "@secretlint/secretlint-rule-preset-recommend", "re2js", "meilisearch"],
};

export default config;
