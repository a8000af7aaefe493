import { startInstance } from "../instance";
import { measureLists } from "./lists-load";

/** How quickly the server opens the list pages: one person alone, and twenty at once. */
export async function run(): Promise<void> {
  const instance = await startInstance();
  try {
    await measureLists(instance);
  } finally {
    await instance.stop();
  }
}
