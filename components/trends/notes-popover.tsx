"use client";

import { ActionIcon, Button, Group, Popover, Stack, Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Ref, useEffect, useRef, useState } from "react";
import { DayField, DayRefusal, useDay } from "@/components/pickers/day-field";
import { LoadError } from "@/components/ui/load-error";
import { Refusable } from "@/components/ui/refusable";
import { REMAINS, REMOVES, useFocusAfterRemoval } from "@/components/ui/use-focus-after-removal";
import { useOpenedByPress } from "@/components/ui/use-opened-by-press";
import type { TrendNote } from "@/lib/contracts/ours/trends";
import { may } from "@/lib/contracts/rules/permissions";
import { MAX_NOTE } from "@/lib/contracts/terms/trends";
import { AppError } from "@/lib/http/problem";
import { addTrendNote, deleteTrendNote, trendNotesQuery, updateTrendNote } from "@/lib/trends/queries";
import { NotesButton, type NotesProps } from "./notes-button";

const REFUSED = "Notes are written by analysts and admins. Ask an admin of your account.";

/** The notes on a project's dates, and a new one, open. */
export function NotesPopover({ projectId, read, role, day }: NotesProps) {
  const { data, error } = read;
  const notes = data ?? [];
  const refusal = may(role, "answers:write") ? null : REFUSED;
  const client = useQueryClient();
  const settle = () => client.invalidateQueries({ queryKey: trendNotesQuery(projectId).queryKey });
  const complain = ({ message }: Error) => notifications.show({ color: "red", message });
  const draft = useNoteDraft(day);
  const [edited, setEdited] = useState<Edited | null>(null);
  const { button, opened, setOpened } = useOpenedByPress();
  const opener = useRef<HTMLElement | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const onRemove = useFocusAfterRemoval(list, notes.length);
  const remove = useMutation({ mutationFn: deleteTrendNote, onSettled: settle, onError: complain });
  return (
    <Popover
      width={340}
      position="bottom-end"
      shadow="md"
      withinPortal={false}
      trapFocus
      returnFocus
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <NotesButton ref={button} count={notes.length} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown>
        <Stack ref={list} gap="sm">
          {error && <LoadError what="The notes" error={error} onRetry={() => void read.refetch()} />}
          {data?.length === 0 && (
            <Text size="sm" c="dimmed">
              No notes yet. A note marks its day on every chart of the project.
            </Text>
          )}
          <Stack gap={4} mah={240} style={{ overflowY: "auto" }}>
            {notes.map((note) => {
              const { id, day: on, text, who } = note;
              return (
                <Group key={id} justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
                  <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                    <b>{on}</b> {text}{" "}
                    <Text span size="xs" c="dimmed">
                      {who}
                    </Text>
                  </Text>
                  {refusal === null && (
                    <Group gap={0} wrap="nowrap">
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Edit the note of ${on}: ${text}`}
                        onClick={(event) => {
                          opener.current = event.currentTarget;
                          setEdited({ note, day: on, text });
                        }}
                      >
                        <IconPencil size={16} aria-hidden />
                      </ActionIcon>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Delete the note of ${on}: ${text}`}
                        loading={remove.isPending && remove.variables === id}
                        onClick={() => {
                          onRemove();
                          if (edited?.note.id === id) setEdited(null);
                          remove.mutate(id);
                        }}
                        {...REMOVES}
                      >
                        <IconTrash size={16} aria-hidden />
                      </ActionIcon>
                    </Group>
                  )}
                </Group>
              );
            })}
          </Stack>
          {edited ? (
            <EditedNote
              key={edited.note.id}
              edited={edited}
              projectId={projectId}
              onChange={setEdited}
              onClose={() => {
                opener.current?.focus(); // the field or button that has it goes with the form
                setEdited(null);
              }}
              onError={complain}
            />
          ) : (
            <NewNote projectId={projectId} refusal={refusal} draft={draft} onAdded={settle} onError={complain} />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A note being written. A click beside the popover closes it, and what was written is there when it opens again. */
function useNoteDraft(first: string | null) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState("");
  const day = chosen ?? first;
  const dayField = useDay({ label: "Day", value: day, given: day ?? "", onChange: setChosen });
  return { day, dayField, text, setText };
}

/** A note being changed, and what it was when that began. */
type Edited = { note: TrendNote; day: string; text: string };

type EditedProps = {
  edited: Edited;
  projectId: string;
  onChange: (edited: Edited) => void;
  onClose: () => void;
  onError: (error: Error) => void;
};

function EditedNote({ edited, projectId, onChange, onClose, onError }: EditedProps) {
  const { note, day, text } = edited;
  const client = useQueryClient();
  const { queryKey } = trendNotesQuery(projectId);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const dayField = useDay({
    label: "Day",
    value: day,
    given: day,
    onChange: (chosen) => chosen !== null && onChange({ ...edited, day: chosen }),
  });
  const save = useMutation({
    mutationFn: updateTrendNote,
    onSuccess: () => {
      onClose();
      return client.invalidateQueries({ queryKey });
    },
    onError: async (error) => {
      onError(error);
      await client.invalidateQueries({ queryKey });
      // The message and the list show a colleague's change, so the next save may replace it.
      const now = client.getQueryData(queryKey)?.find(({ id }) => id === note.id);
      if (now && error instanceof AppError && error.code === "conflict") onChange({ ...edited, note: now });
    },
  });
  const isReady = dayField.refused === null && text.trim() !== "";
  return (
    <form
      aria-label={`Edit the note of ${note.day}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !save.isPending) save.mutate({ note, day, text });
      }}
    >
      <Stack gap="xs">
        <NoteFields day={dayField} text={text} onText={(next) => onChange({ ...edited, text: next })} ref={field} />
        <Group gap="xs">
          <Button type="submit" loading={save.isPending} disabled={!isReady}>
            Save note
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type FieldsProps = {
  day: ReturnType<typeof useDay>;
  text: string;
  onText: (text: string) => void;
  ref: Ref<HTMLTextAreaElement>;
};

const NoteFields = ({ day, text, onText, ref }: FieldsProps) => (
  <>
    <DayField day={day} withinPortal={false} />
    <DayRefusal day={day} />
    <Textarea
      ref={ref}
      label="Note"
      maxLength={MAX_NOTE}
      autosize
      minRows={2}
      maxRows={5}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      {...REMAINS}
    />
  </>
);

type NewProps = {
  projectId: string;
  refusal: string | null;
  draft: ReturnType<typeof useNoteDraft>;
  onAdded: () => Promise<void>;
  onError: (error: Error) => void;
};

function NewNote({ projectId, refusal, draft: { day, dayField, text, setText }, onAdded, onError }: NewProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const add = useMutation({
    mutationFn: addTrendNote,
    onSuccess: () => {
      setText("");
      field.current?.focus(); // the button that had it is disabled now, and Escape must still close
      return onAdded();
    },
    onError,
  });
  const isReady = day !== null && dayField.refused === null && text.trim() !== "";
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === null && isReady) add.mutate({ project_id: projectId, day, text });
      }}
    >
      <Stack gap="xs">
        <NoteFields day={dayField} text={text} onText={setText} ref={field} />
        <Refusable reason={refusal}>
          {(refused) => (
            <Button type="submit" loading={add.isPending} disabled={refusal === null && !isReady} {...refused}>
              Add note
            </Button>
          )}
        </Refusable>
      </Stack>
    </form>
  );
}
