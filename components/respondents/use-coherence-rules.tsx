import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CoherenceRule } from "@/lib/contracts/interfaces/coherence-rule";
import type { RulesOfAccount } from "@/lib/contracts/ours/coherence-rules";
import { coherenceRulesOptions, saveCoherenceRules } from "@/lib/respondents/queries";

type Change = { rules: CoherenceRule[]; says: string };

/** Changes the rules of an account and offers undo. Rules that another person has changed since are not replaced. */
export function useCoherenceRules(own: RulesOfAccount) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ rules }: Change) => replaceRules(queries, own, rules),
    onSuccess: (after, { says }) => {
      notifications.show({
        color: "green",
        message: <Changed says={says} undo={() => replaceRules(queries, after, own.rules)} />,
        autoClose: SHOWN_MS,
      });
    },
    onError: () => queries.invalidateQueries(coherenceRulesOptions()),
  });
}

const SHOWN_MS = 20_000;

async function replaceRules(
  queries: QueryClient,
  { account, revision }: RulesOfAccount,
  rules: CoherenceRule[],
): Promise<RulesOfAccount> {
  const after = await saveCoherenceRules({ account_id: account.id, rules, revision });
  queries.setQueryData(coherenceRulesOptions().queryKey, (accounts) =>
    accounts?.map((each) => (each.account.id === account.id ? after : each)),
  );
  return after;
}

function Changed({ says, undo }: { says: string; undo: () => Promise<unknown> }) {
  const [state, setState] = useState<"offered" | "used" | "done">("offered");
  const run = async () => {
    setState("used");
    try {
      await undo();
      setState("done");
    } catch (error) {
      setState("offered");
      notifications.show({ color: "red", message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">{state === "done" ? "The rules are as they were." : says}</Text>
      {state !== "done" && (
        <Button size="compact-sm" variant="default" disabled={state === "used"} onClick={() => void run()}>
          Undo
        </Button>
      )}
    </Group>
  );
}
