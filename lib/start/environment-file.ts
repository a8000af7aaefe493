import { existsSync } from "node:fs";

// Next would read .env for the web process alone. Read here, before anything asks, every process has the same settings.
if (existsSync(".env")) process.loadEnvFile(".env");
