import { Anchor, Text } from "@mantine/core";
import Link from "next/link";
import { useService } from "./service";

/** A survey by its name, with its number; one that is known opens. */
export function SurveyName({ number, name }: { number: string; name: string | null }) {
  const href = useService().hrefOf(number);
  return (
    <div style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
      {name !== null && href !== null && (
        <Anchor component={Link} href={href} prefetch={false} size="sm" fw={500}>
          {name}
        </Anchor>
      )}
      {name !== null && href === null && (
        <Text size="sm" fw={500}>
          {name}
        </Text>
      )}
      <Text size={name === null ? "sm" : "xs"} ff="monospace" {...(name !== null && { c: "dimmed" })}>
        {number}
      </Text>
    </div>
  );
}
