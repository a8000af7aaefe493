import { Group, Kbd, Table } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { Dialog } from "@/components/ui/dialog";
import { type Shortcut, useAllShortcuts } from "@/components/ui/page-actions";

const groupsOf = (ofPage: readonly Shortcut[], mod: string): { label: string; shortcuts: readonly Shortcut[] }[] => [
  {
    label: "Everywhere",
    shortcuts: [
      { keys: [mod, "K"], does: "Find anything and run any command" },
      { keys: ["?"], does: "Show these shortcuts" },
      { keys: ["Esc"], does: "Close what stands over the page" },
    ],
  },
  { label: "On this page", shortcuts: ofPage },
  {
    label: "In the palette",
    shortcuts: [
      { keys: ["↑", "↓"], does: "Choose another row" },
      { keys: ["Enter"], does: "Open it" },
    ],
  },
];

type Props = { onClose: () => void };

/** The keys that work here: everywhere, and those of the page that is open. */
export function ShortcutsHelp({ onClose }: Props) {
  const mod = useOs() === "macos" ? "⌘" : "Ctrl";
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts">
      <ShortcutsTable mod={mod} />
    </Dialog>
  );
}

function ShortcutsTable({ mod }: { mod: string }) {
  const groups = groupsOf(useAllShortcuts(), mod);
  return (
    <Table aria-label="Keyboard shortcuts" verticalSpacing={6}>
      {groups
        .filter(({ shortcuts }) => shortcuts.length > 0)
        .map(({ label, shortcuts }) => (
          <Table.Tbody key={label}>
            <Table.Tr>
              <Table.Th colSpan={2} scope="rowgroup" pt="md">
                {label}
              </Table.Th>
            </Table.Tr>
            {shortcuts.map(({ keys, does }) => (
              <Table.Tr key={does}>
                <Table.Td w={120}>
                  <Group gap={4} wrap="nowrap">
                    {keys.map((key) => (
                      <Kbd key={key}>{key === "Mod" ? mod : key}</Kbd>
                    ))}
                  </Group>
                </Table.Td>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        ))}
    </Table>
  );
}
