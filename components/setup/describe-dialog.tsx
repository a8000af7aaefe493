"use client";

import { Checkbox, FileInput, Group, Progress, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ProjectSelect } from "@/components/pickers/project-select";
import { describedByFile, questionsQuery, sendFile } from "@/lib/answers/queries";
import {
  type DescribedPart,
  type Description,
  describedChanges,
  descriptionsOf,
} from "@/lib/answers/questions/describe-questions";
import { copiedParts } from "@/lib/contracts/terms/question-changes";
import { loadPart } from "@/lib/http/load-part";
import { type ChangeFormProps, ChangeFrame } from "./change-frame";
import { partNames } from "./setup-dialogs";

const partsOffered: readonly DescribedPart[] = ["text", ...copiedParts];
const names: Record<DescribedPart, string> = { text: "Texts of questions", ...partNames };

const sources = { file: "A file", project: "Another project" } as const;
type Source = keyof typeof sources;

/** Set-up of questions with the same ids: of another project, or of a file's dictionary. */
export function DescribeDialog({ project, chosen, questions, ...rest }: ChangeFormProps) {
  const [source, setSource] = useState<Source>("file");
  const [descriptions, setDescriptions] = useState<Description[] | null>(null);
  const [parts, setParts] = useState<string[]>([...partsOffered]);
  const wanted = partsOffered.filter((part) => parts.includes(part));
  const about = chosen.length > 0 ? chosen : questions;
  const found = descriptions && describedChanges(about, descriptions, wanted);
  const read = () => {
    if (!found) return "Choose a file or a project first.";
    return found.changes.length > 0
      ? found.changes
      : "It describes these questions as they are, or has none of their ids.";
  };
  const choose = (next: Source) => {
    setSource(next);
    setDescriptions(null);
  };
  return (
    <ChangeFrame title="Copy set-up from a file or project" read={read} isReady={found !== null} {...rest}>
      <Select
        label="Copy from"
        data={Object.entries(sources).map(([value, label]) => ({ value, label }))}
        value={source}
        onChange={(next) => choose(next === "project" ? "project" : "file")}
        allowDeselect={false}
      />
      {source === "file" ? (
        <FromFile project={project} onFound={setDescriptions} />
      ) : (
        <FromProject onFound={setDescriptions} />
      )}
      <Checkbox.Group label="Copied" value={parts} onChange={setParts}>
        <Group gap="md" mt={4}>
          {partsOffered.map((part) => (
            <Checkbox key={part} size="xs" value={part} label={names[part]} />
          ))}
        </Group>
      </Checkbox.Group>
      {found && (
        <Stack gap={2}>
          <Text size="sm">
            {found.matched.toLocaleString("en")} of {about.length.toLocaleString("en")}{" "}
            {chosen.length > 0 ? "selected questions" : "questions"} have the same id there.
          </Text>
          {found.notices.map((notice) => (
            <Text key={notice} size="xs" c="dimmed">
              {notice}
            </Text>
          ))}
        </Stack>
      )}
    </ChangeFrame>
  );
}

type FoundProps = { onFound: (descriptions: Description[] | null) => void };

function FromFile({ project, onFound }: FoundProps & { project: string }) {
  const [share, setShare] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (file: File): Promise<Description[]> => {
      if (/\.(xml|sss)$/i.test(file.name)) {
        const { readTripleS } = await loadPart(() => import("@/lib/answers/files/triple-s"));
        return readTripleS(await file.text());
      }
      const { signal } = new AbortController();
      const sent = await sendFile({ projectId: project, file, onProgress: setShare, signal });
      return descriptionsOf(await describedByFile(sent.id));
    },
    onSuccess: onFound,
  });
  return (
    <>
      <FileInput
        label="File"
        description="SPSS (.sav), Triple-S (.xml, .sss) or any other file of answers. Only the description of its questions is used."
        accept=".sav,.zsav,.xml,.sss,.csv,.tsv,.txt,.xlsx,.parquet,.json,.jsonl"
        placeholder="Choose a file"
        disabled={isPending}
        error={error?.message}
        onChange={(file) => {
          onFound(null);
          if (file) mutate(file);
        }}
      />
      {isPending && <Progress value={share * 100} aria-label="Sending the file" animated={share === 1} />}
    </>
  );
}

function FromProject({ onFound }: FoundProps) {
  const [id, setId] = useState<string | null>(null);
  const { data, error } = useQuery({ ...questionsQuery(id ?? ""), enabled: id !== null });
  const [shown, setShown] = useState<typeof data>(undefined);
  if (data !== shown) {
    setShown(data);
    onFound(data?.questions ?? null);
  }
  return (
    <>
      <ProjectSelect value={id} onChange={setId} />
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error.message}
        </Text>
      )}
      {data?.questions.length === 0 && <Text size="sm">This project has no answers yet.</Text>}
    </>
  );
}
