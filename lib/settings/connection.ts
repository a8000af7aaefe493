import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import { demandOperations } from "@/lib/contracts/demand";
import { may } from "@/lib/contracts/permissions";
import type { ConnectionState } from "@/lib/contracts/settings";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { demandHealth } from "./health";
import { absentInterfaces, demandAbilities, demandRate } from "./interfaces";

/** The viewer's connection as it is now. Hosts are told to admins alone; passwords, tokens and keys to nobody. */
export async function getConnection(context: SignedInContext<SessionViewer>): Promise<ConnectionState> {
  const { title, environment, demand } = connectionOf(context.viewer);
  const isRemote = demand.url !== null;
  const seesHost = may(context.viewer.role, "users:manage");
  return {
    title,
    environment,
    interfaces: [
      {
        name: "demand",
        title: "Survey demand",
        purpose: "Projects, surveys, quotas and responses",
        kind: isRemote ? "remote" : "built-in",
        host: demand.url !== null && seesHost ? new URL(demand.url).host : null,
        health: await demandHealth(context),
        abilities: demandAbilities(demand),
        credentials:
          "Needs no key: each person's own token, got by signing in, is present and sealed. It is shown nowhere.",
        rate: demandRate(
          demand,
          demandOperations.map(({ rate }) => rate),
        ),
      },
      ...absentInterfaces(),
    ],
  };
}
