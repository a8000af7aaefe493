import { TextInput } from "@mantine/core";
import { MAX_REASON } from "@/lib/contracts/terms/responses";

type Props = {
  value: string;
  onChange: (reason: string) => void;
  description: string;
  /** It has the focus when its dialog opens. */
  isFirst?: boolean;
};

/** Why responses are judged so; for our own people. */
export function ReasonField({ value, onChange, description, isFirst = false }: Props) {
  return (
    <TextInput
      label="Reason"
      description={description}
      value={value}
      maxLength={MAX_REASON}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(isFirst && { "data-autofocus": true })}
    />
  );
}
