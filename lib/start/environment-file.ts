import { existsSync } from "node:fs";

// Next would read .env for the web process alone. Read here, before anything asks, every process has the same settings.
const file = process.env.ENV_FILE ?? ".env";
if (file && existsSync(file)) process.loadEnvFile(file);
