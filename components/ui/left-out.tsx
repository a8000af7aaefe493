import { Alert, List } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";

/** What an address asked for and cannot be had, a sentence each. */
export function LeftOut({ notices }: { notices: string[] }) {
  if (notices.length === 0) return null;
  return (
    <Alert
      role="status"
      color="gray"
      variant="light"
      mb="sm"
      icon={<IconInfoCircle aria-hidden />}
      title="Part of this view is left out"
    >
      <List size="sm">
        {notices.map((notice) => (
          <List.Item key={notice}>{notice}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
