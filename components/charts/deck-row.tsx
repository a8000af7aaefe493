import { ActionIcon, Button, Group, Text, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { DeckItem } from "@/lib/contracts/ours/deck";
import { MOST_OF_TITLE } from "@/lib/contracts/terms/deck";
import { moveSlide, removeSlides, renameSlide } from "@/lib/tables/deck";

type Props = {
  project: string;
  item: DeckItem;
  at: number;
  /** Slides of the deck. */
  of: number;
  isBusy: boolean;
  onChange: (write: () => Promise<DeckItem[]>) => void;
};

/** A slide of a deck, with what can be done to it. */
export function DeckRow({ project, item: { id, name, kind, problem }, at, of, isBusy, onChange }: Props) {
  const [isNamed, setNamed] = useState(false);
  const place = { project_id: project, id };
  if (isNamed) {
    const rename = (title: string) => {
      setNamed(false);
      if (title !== "" && title !== name) onChange(() => renameSlide({ ...place, name: title }));
    };
    return <TitleField name={name} at={at} onSave={rename} onCancel={() => setNamed(false)} />;
  }
  const move = (by: -1 | 1) => onChange(() => moveSlide({ ...place, by }));
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {at + 1}. {name}{" "}
        <Text span size="xs" c="dimmed">
          {kind === "chart" ? "Chart" : "Table"}
        </Text>
        {problem && (
          <Text span display="block" size="xs" c="var(--mantine-color-error)">
            Left out of the file: {problem}
          </Text>
        )}
      </Text>
      <Group gap={0} wrap="nowrap">
        <Action label={`Move slide ${at + 1} up`} isDisabled={isBusy || at === 0} onClick={() => move(-1)}>
          <IconArrowUp size={16} aria-hidden />
        </Action>
        <Action label={`Move slide ${at + 1} down`} isDisabled={isBusy || at === of - 1} onClick={() => move(1)}>
          <IconArrowDown size={16} aria-hidden />
        </Action>
        <Action label={`Rename slide ${at + 1}`} isDisabled={isBusy} onClick={() => setNamed(true)}>
          <IconPencil size={16} aria-hidden />
        </Action>
        <Action
          label={`Remove slide ${at + 1}`}
          isDisabled={isBusy}
          onClick={() => onChange(() => removeSlides({ project_id: project, ids: [id] }))}
        >
          <IconTrash size={16} aria-hidden />
        </Action>
      </Group>
    </Group>
  );
}

type ActionProps = { label: string; isDisabled: boolean; onClick: () => void; children: ReactNode };

const Action = ({ label, isDisabled, onClick, children }: ActionProps) => (
  <ActionIcon variant="subtle" color="gray" disabled={isDisabled} aria-label={label} onClick={onClick}>
    {children}
  </ActionIcon>
);

const focus = (field: HTMLInputElement | null) => field?.focus();

type FieldProps = { name: string; at: number; onSave: (title: string) => void; onCancel: () => void };

function TitleField({ name, at, onSave, onCancel }: FieldProps) {
  const [title, setTitle] = useState(name);
  return (
    <li style={{ display: "block" }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSave(title.trim());
        }}
      >
        <Group gap="xs" wrap="nowrap">
          <TextInput
            aria-label={`Title of slide ${at + 1}`}
            size="xs"
            flex={1}
            value={title}
            maxLength={MOST_OF_TITLE}
            onChange={(event) => setTitle(event.currentTarget.value)}
            ref={focus}
            onKeyDown={(event) => event.key === "Escape" && onCancel()}
            // Escape leaves the field and not the dialog.
            data-mantine-stop-propagation
          />
          <Button type="submit" size="xs" disabled={title.trim() === ""}>
            Save
          </Button>
          <Button variant="default" size="xs" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </form>
    </li>
  );
}
