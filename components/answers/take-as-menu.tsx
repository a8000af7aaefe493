"use client";

import { Button, Menu, Text } from "@mantine/core";
import { Refusable } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import { takeColumns, takeRefusal } from "@/lib/answers/columns/take-columns";
import { takenInWords } from "@/lib/answers/columns/together-words";
import { takenForChoices } from "@/lib/answers/words";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { usePlan } from "./plan-context";

export const NONE_TICKED = "Tick one or more columns first.";

type Props = { names: string[]; onDone: (plan: ImportPlan, sentences: string[]) => void };

/** Takes all ticked columns for the same at once. They stay ticked, for what else is to be done to them. */
export function TakeAsMenu({ names, onDone }: Props) {
  const format = useFormat();
  const { looked, plan } = usePlan();
  const take = (as: (typeof takenForChoices)[number]["value"]) => {
    const { plan: next, outcome } = takeColumns(plan, names, as, looked);
    onDone(next, takenInWords(outcome, format));
  };
  return (
    <Menu position="bottom-start" shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Refusable reason={names.length === 0 ? NONE_TICKED : null}>
        {(refused) =>
          refused["aria-disabled"] ? (
            <Button size="xs" variant="default" {...refused}>
              Import as
            </Button>
          ) : (
            <Menu.Target>
              <Button size="xs" variant="default">
                Import as
              </Button>
            </Menu.Target>
          )
        }
      </Refusable>
      <Menu.Dropdown>
        {takenForChoices.map(({ value, label }) => {
          const why = takeRefusal(value, names);
          return (
            <Menu.Item
              key={value}
              disabled={why !== null}
              rightSection={why !== null && <Text size="xs">{why}</Text>}
              onClick={() => take(value)}
            >
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
