import { beforeAll, vi } from "vitest";
import * as client from "@/lib/stores/postgres/client";

/** For files that replace everything that would ask the database. */
export function withoutDatabase(): void {
  beforeAll(() => void vi.spyOn(client, "db").mockReturnValue({} as client.Database));
}
