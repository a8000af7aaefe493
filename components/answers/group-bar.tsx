"use client";

import { Button, Group, Menu, Text } from "@mantine/core";
import { Refusable } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import { type GroupForm, groupColumns, groupRefusal } from "@/lib/answers/group-columns";
import { usePlan } from "./plan-context";

type Props = { ticked: ReadonlySet<string>; onDone: () => void; onTickShown: () => void };

const FORMS: { form: GroupForm; label: string; means: string }[] = [
  { form: "flags", label: "Several choices, a column an option", means: "1 or a mark where the option was chosen" },
  {
    form: "choices",
    label: "Several choices, a column a choice",
    means: "each column holds one of the chosen options",
  },
  { form: "grid", label: "A grid, a column a row", means: "the rows share their options" },
];

/** Makes one question, or one grid, of the columns that are ticked. */
export function GroupBar({ ticked, onDone, onTickShown }: Props) {
  const format = useFormat();
  const { looked, plan, onPlan } = usePlan();
  const names = [...ticked];
  const group = (form: GroupForm) => {
    onPlan(groupColumns(plan, names, form, looked));
    onDone();
  };
  return (
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
                <Button size="xs">Group {format.count(names.length)} columns</Button>
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
      <Button size="xs" variant="subtle" onClick={onTickShown}>
        Tick all shown
      </Button>
      {names.length > 0 && (
        <Button size="xs" variant="subtle" onClick={onDone}>
          Tick none
        </Button>
      )}
      <Text size="sm" c="dimmed" role="status">
        {names.length > 0 && `${format.count(names.length)} ticked`}
      </Text>
    </Group>
  );
}
