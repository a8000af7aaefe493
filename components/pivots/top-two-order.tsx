import { Anchor, Text } from "@mantine/core";
import Link from "next/link";
import { QUESTIONS_REFUSED } from "@/lib/contracts/rules/permissions";
import type { Items } from "@/lib/pivots/items";

type Props = { project: string; unordered: Items["unordered"]; mayWrite: boolean };

const MOST_NAMED = 3;
const inWords = new Intl.ListFormat("en");

/** Says why the items of a grid have no top 2, and where the order of their options is confirmed. */
export function TopTwoOrder({ project, unordered, mayWrite }: Props) {
  const [first] = unordered;
  if (!first) return null;
  const named =
    unordered.length > MOST_NAMED
      ? `${unordered.length} items`
      : inWords.format(unordered.map(({ title }) => `“${title}”`));
  const place: Record<string, string> = unordered.length === 1 ? { question: first.id } : { show: "setup" };
  return (
    <Text size="xs" c="dimmed" role="note" aria-label="Top 2">
      The options of {named} have no confirmed order, so the table has no “Top 2”.{" "}
      {mayWrite ? (
        <Anchor
          component={Link}
          href={`/questions?${new URLSearchParams({ project, ...place })}`}
          prefetch={false}
          size="xs"
        >
          Confirm the order in Questions
        </Anchor>
      ) : (
        QUESTIONS_REFUSED
      )}
    </Text>
  );
}
