import { startInstance } from "./instance";

/** One instance for all tests of a run; with BASE_URL, the one that is running there already. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.BASE_URL) return undefined;
  const instance = await startInstance();
  process.env.BASE_URL = instance.url;
  process.env.INSTANCE_DATA_DIR = instance.dataDir;
  return async () => {
    await instance.stop();
  };
}
