import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./lib/stores/postgres/schema/*.ts",
  out: "./lib/stores/postgres/migrations",
});
