import { beforeAll, vi } from "vitest";
import * as rates from "@/lib/stores/postgres/enforce-rate";

/** No call is refused for its rate in this file: what rates do has tests of its own. */
export function withoutRates(): void {
  beforeAll(() => void vi.spyOn(rates, "enforceRate").mockResolvedValue());
}
