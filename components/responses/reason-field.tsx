import { TextInput } from "@mantine/core";
import { MAX_REASON } from "@/lib/contracts/responses";

type Props = { value: string; onChange: (reason: string) => void; description: string };

/** Why responses are judged so; for our own people. */
export function ReasonField({ value, onChange, description }: Props) {
  return (
    <TextInput
      label="Reason"
      description={description}
      value={value}
      maxLength={MAX_REASON}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
