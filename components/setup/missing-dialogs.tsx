"use client";

import { Checkbox, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import { codesToRestore } from "@/lib/answers/questions/mark-missing";
import { readMissing } from "@/lib/answers/questions/prepare-missing";
import { type ChangeFormProps, ChangeFrame } from "./change-frame";

export function MissingDialog({ chosen, ...rest }: ChangeFormProps) {
  const [text, setText] = useState("");
  const read = () => {
    const missing = readMissing(text, []);
    if (typeof missing === "string") return missing;
    if (missing.length === 0) return "Type at least one missing code.";
    return [{ change: "missing" as const, ids: chosen.map(({ id }) => id), missing }];
  };
  return (
    <ChangeFrame title="Add missing codes" read={read} {...rest}>
      <TextInput
        label="Missing codes"
        description="Such as 98, 97 (not asked), 200..: what is not marked as not asked counts as no answer. Codes that a question has already stay."
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        data-autofocus
      />
    </ChangeFrame>
  );
}

/** Turns missing codes into answers again, of all selected questions that have them. */
export function RestoreDialog({ chosen, ...rest }: ChangeFormProps) {
  const { count } = useFormat();
  const codes = codesToRestore(chosen);
  const [keys, setKeys] = useState(codes.map(({ key }) => key));
  const read = () =>
    keys.length === 0
      ? "Choose at least one missing code."
      : [{ change: "restore" as const, ids: chosen.map(({ id }) => id), cells: keys }];
  return (
    <ChangeFrame title="Restore answers" read={read} isReady={codes.length > 0} {...rest}>
      {codes.length === 0 ? (
        <Text size="sm">
          No selected question has a missing code whose answers can be restored. Blank cells cannot, nor can words in
          place of a number or a date. Codes of columns of marks cannot where they were imported by an earlier release:
          import the file again, to replace all answers.
        </Text>
      ) : (
        <Checkbox.Group
          label="Missing codes"
          description="Answers with these codes count again."
          value={keys}
          onChange={setKeys}
        >
          <Stack gap={4} mt={4} mah="40vh" style={{ overflow: "auto" }}>
            {codes.map(({ key, name, questions }) => (
              <Checkbox
                key={key}
                size="xs"
                value={key}
                label={`${name} (${count(questions)} ${questions === 1 ? "question" : "questions"})`}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </ChangeFrame>
  );
}
