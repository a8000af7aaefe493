import { and, eq, sql } from "drizzle-orm";
import type { FeedMapping } from "@/lib/contracts/ours/scoring-feed";
import type { ProjectKey } from "./answer-sets";
import type { Connection } from "./client";
import { scoringFeeds } from "./schema/answers";

/** Which questions of a project are given to which check of quality. */
type ScoringFeed = Pick<typeof scoringFeeds.$inferSelect, "mapping" | "who" | "at">;

export async function findScoringFeed(connection: Connection, project: ProjectKey): Promise<ScoringFeed | null> {
  const { mapping, who, at } = scoringFeeds;
  const [found] = await connection
    .select({ mapping, who, at })
    .from(scoringFeeds)
    .where(
      and(
        eq(scoringFeeds.connection, project.connection),
        eq(scoringFeeds.accountId, project.accountId),
        eq(scoringFeeds.projectId, project.projectId),
      ),
    );
  return found ?? null;
}

export async function saveScoringFeed(
  transaction: Connection,
  { connection, accountId, projectId }: ProjectKey,
  { mapping, who }: { mapping: FeedMapping; who: string },
): Promise<void> {
  const { connection: of, accountId: account, projectId: project } = scoringFeeds;
  await transaction
    .insert(scoringFeeds)
    .values({ connection, accountId, projectId, mapping, who })
    .onConflictDoUpdate({ target: [of, account, project], set: { mapping, who, at: sql`clock_timestamp()` } });
}
