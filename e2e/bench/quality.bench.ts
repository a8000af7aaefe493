import { say } from "./figures";
import { measureAccuracy } from "./quality-accuracy";
import { compareScale } from "./quality-scale";
import { hasTexts } from "./quality-texts";

/** The built-in quality service: what its checks find in labelled texts, and how fast respondents are scored. */
export async function run(): Promise<void> {
  if (!hasTexts()) {
    say("There are no labelled texts. Set BENCH_DATA to the folder that has them.");
    return;
  }
  measureAccuracy();
  await compareScale();
}
