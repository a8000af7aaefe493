import { beforeAll, vi } from "vitest";
import * as rates from "@/lib/stores/postgres/enforce-rate";

/** Nobody calls too often in this file: what rates do has tests of its own. */
export function withoutRates(): void {
  beforeAll(() => void vi.spyOn(rates, "enforceRate").mockResolvedValue());
}
