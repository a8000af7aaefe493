import { compareScale } from "./quality-scale";

/** The built-in quality service: how fast respondents are scored. */
export async function run(): Promise<void> {
  await compareScale();
}
