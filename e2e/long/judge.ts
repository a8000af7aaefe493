/** Says of each guarantee whether it held, and ends the program with the line that the run reads. */
export function startJudging() {
  const results = { passed: 0, failed: 0 };
  return {
    judge(name: string, holds: boolean): void {
      results[holds ? "passed" : "failed"] += 1;
      process.stdout.write(`${holds ? "✓" : "✗"} ${name}\n`);
    },
    end(): never {
      process.stdout.write(`\n${results.passed} passed, ${results.failed} failed\n`);
      process.exit(results.failed > 0 ? 1 : 0);
    },
  };
}

/** The first of what went wrong, behind a sentence. */
export const firstOf = (list: readonly string[]): string => (list.length > 0 ? `: ${list.slice(0, 5).join(", ")}` : "");
