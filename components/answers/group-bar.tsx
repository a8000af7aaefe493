"use client";

import { Button, Group, Menu, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";
import { Refusable } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import { type GroupForm, groupColumns, groupRefusal } from "@/lib/answers/columns/group-columns";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { MissingForm } from "./missing-form";
import { usePlan } from "./plan-context";
import { TakeAsMenu } from "./take-as-menu";

type Props = { ticked: ReadonlySet<string>; onUntick: () => void; onTickShown: () => void };

/** What was done last to the columns ticked then; nothing corrected since, it can be taken back. */
type Done = { of: ReadonlySet<string>; sentences: string[]; before: ImportPlan; after: ImportPlan };

const FORMS: { form: GroupForm; label: string; means: string }[] = [
  { form: "flags", label: "Multiple choice (one column per option)", means: "1 or a mark where the option was chosen" },
  {
    form: "choices",
    label: "Multiple choice (one column per answer)",
    means: "each column holds one of the chosen options",
  },
  { form: "grid", label: "Grid (one column per row)", means: "the rows share their options" },
];

/** What is done to all columns that are ticked: grouped, taken for something else, given missing codes. */
export function GroupBar({ ticked, onUntick, onTickShown }: Props) {
  const format = useFormat();
  const { looked, plan, corrected, onPlan } = usePlan();
  const [done, setDone] = useState<Done | null>(null);
  const tickShown = useRef<HTMLButtonElement>(null);
  const names = [...ticked];
  const finish = (next: ImportPlan, sentences: string[]) => {
    if (next !== plan) onPlan(next);
    setDone({ of: ticked, sentences, before: plan, after: next });
  };
  // What had the focus goes with the ticks.
  const untick = () => {
    onUntick();
    tickShown.current?.focus();
  };
  const takeBack = ({ before }: Done) => {
    onPlan(before);
    setDone({ of: ticked, sentences: ["Undone: these columns are as before."], before, after: before });
    tickShown.current?.focus();
  };
  const group = (form: GroupForm) => {
    onPlan(groupColumns(plan, names, form, looked));
    untick();
  };
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Menu position="bottom-start" shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
          <Refusable reason={groupRefusal(plan, names)}>
            {(refused) =>
              refused["aria-disabled"] ? (
                <Button size="xs" variant="default" {...refused}>
                  Group
                </Button>
              ) : (
                <Menu.Target>
                  <Button size="xs" variant="default">
                    Group {format.count(names.length)} columns
                  </Button>
                </Menu.Target>
              )
            }
          </Refusable>
          <Menu.Dropdown>
            {FORMS.map(({ form, label, means }) => (
              <Menu.Item key={form} onClick={() => group(form)}>
                {label}
                <Text size="xs" c="dimmed">
                  {means}
                </Text>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <TakeAsMenu names={names} onDone={finish} />
        <MissingForm names={names} onDone={finish} />
        <Button size="xs" variant="subtle" ref={tickShown} onClick={onTickShown}>
          Tick all shown
        </Button>
        {names.length > 0 && (
          <Button size="xs" variant="subtle" onClick={untick}>
            Tick none
          </Button>
        )}
        <Text size="sm" c="dimmed" role="status">
          {names.length > 0 && `${format.count(names.length)} ticked`}
        </Text>
      </Group>
      <Group gap="sm">
        {/* Of these columns: with other ticks it is over. */}
        <Text
          size="sm"
          role="status"
          aria-label="What became of the ticked columns"
          style={{ overflowWrap: "anywhere" }}
        >
          {done?.of === ticked && done.sentences.join(" ")}
        </Text>
        {done?.of === ticked && done.after === corrected && done.after !== done.before && (
          <Button size="compact-sm" variant="default" onClick={() => takeBack(done)}>
            Undo
          </Button>
        )}
      </Group>
    </Stack>
  );
}
