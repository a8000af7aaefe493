import { expect, test } from "vitest";
import { EVERYTHING, MINE } from "@/lib/contracts/terms/views";
import type { SignedInContext } from "@/lib/gateway/call";
import { withOwnDatabase } from "@/lib/test-database";
import { withDemandService } from "@/lib/test-demand-service";
import { usualView } from "./default-view";

withOwnDatabase();
const service = withDemandService();

const contextOf = (email: string): SignedInContext => ({
  viewer: { connection: "panel", email, name: "A", role: "manager", accounts: [], token: email },
  requestId: "r",
  origin: "page",
});

test("whoever manages a project sees his own first, however far down he and it are listed", async () => {
  const numbers = Array.from({ length: 120 }, (_, at) => `${at}`);
  service.lists.users = numbers.map((id) => ({ id, name: id, email: `${id}@panel.test` }));
  service.lists.projects = numbers.slice(1).map((id) => ({ id: `p${id}`, project_manager_id: id }));
  service.ignoresIds = true;
  // Until the service has said so, the list opens with everything.
  await expect.poll(() => usualView(contextOf("119@panel.test"), "surveys")).toBe(MINE);
  expect(await usualView(contextOf("0@panel.test"), "surveys")).toBe(EVERYTHING);
  expect(await usualView(contextOf("nobody@panel.test"), "surveys")).toBe(EVERYTHING);
});
