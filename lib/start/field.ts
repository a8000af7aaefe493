import "@/lib/start/environment-file";
import { runCommand } from "@/lib/start/command";
import { parseFieldArguments } from "@/lib/start/field-arguments";
import { StartError, say } from "@/lib/start/say";

const number = (value: number) => value.toLocaleString("en");

/** `npm run field -- --survey ID`: sends simulated respondents through a survey of a running installation. */
await runCommand(async () => {
  // Loaded here, so that an unusable environment is one sentence and not a stack.
  const { publicUrl } = await import("@/lib/env");
  const { simulateFielding } = await import("@/lib/start/simulate-fielding");
  const simulation = parseFieldArguments(process.argv.slice(2), publicUrl());
  const began = Date.now();
  const seconds = () => (Date.now() - began) / 1000;
  let said = 0;
  const tally = await simulateFielding(simulation, (done) => {
    if (Date.now() - said < 1000) return;
    said = Date.now();
    say(`${number(done)} of ${number(simulation.respondents)} respondents, ${seconds().toFixed(0)} s`);
  }).catch((error: unknown) => {
    const isDown = error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
    throw isDown ? new StartError(`Nothing answers at ${simulation.url}. Start it with \`npm start\`.`) : error;
  });
  for (const [what, times] of [...tally].sort()) say(`${number(times).padStart(9)}  ${what}`);
  say(`${number(simulation.respondents)} respondents in ${seconds().toFixed(1)} s.`);
});
