import { Button, Group, Text, Tooltip } from "@mantine/core";

type Props = {
  problem?: string | null;
  action: string;
  /** Keys that do it from anywhere in the dialog. */
  keys?: string;
  color?: string;
  onAction: (() => void) | null;
  onClose: () => void;
};

/** What a tool does and the way back; why it cannot yet, beside it. Nothing is sent before the survey is saved. */
export function DialogFoot({ problem, action, keys, color, onAction, onClose }: Props) {
  return (
    <Group justify="flex-end" gap="sm">
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="status" style={{ flex: 1, minWidth: 200 }}>
          {problem}
        </Text>
      )}
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Tooltip label={keys} disabled={!keys}>
        <Button disabled={onAction === null} onClick={() => onAction?.()} {...(color && { color })}>
          {action}
        </Button>
      </Tooltip>
    </Group>
  );
}
