"use client";

import { Group, Stack, Text } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type Ref, useMemo, useState } from "react";
import { formNames, KindIcon } from "@/components/setup/kind-icon";
import { Button } from "@/components/ui/button";
import { LoadError } from "@/components/ui/load-error";
import { Pages } from "@/components/ui/pages";
import { MenuItem, PopMenu } from "@/components/ui/pop-menu";
import { refusedProps } from "@/components/ui/refusable";
import { SearchField } from "@/components/ui/search-field";
import { useFormat } from "@/components/ui/use-format";
import { countsQuery, moveQuestion } from "@/lib/answers/queries";
import { barsOf, searchQuestions } from "@/lib/answers/questions/prepare-questions";
import type { Derivation, Question } from "@/lib/contracts/interfaces/answers";
import type { CountedQuestion } from "@/lib/contracts/ours/questions";
import { QUESTIONS_REFUSED } from "@/lib/contracts/rules/permissions";
import { titleOf } from "@/lib/contracts/rules/question-rules";
import { derivationForms } from "@/lib/contracts/terms/answers";
import { excludedWords } from "@/lib/tables/exclusion-words";
import { MoveMenu } from "./move-menu";
import classes from "./questions.module.css";
import { useDrag } from "./use-drag";
import type { Undo } from "./use-undo";

const PAGE_SIZE = 50;

type Props = {
  ref: Ref<HTMLDivElement>;
  project: string;
  questions: Question[];
  /** The id of the question that is open. */
  open: string | null;
  search: string;
  mayWrite: boolean;
  undo: Undo;
  onSearch: (text: string) => void;
  onOpen: (id: string) => void;
  onAdd: (form: Derivation["form"]) => void;
};

/** All questions in the order of the questionnaire, with how many answered and how. */
export function QuestionList(props: Props) {
  const { ref, project, questions, open, search, mayWrite, undo, onSearch, onOpen, onAdd } = props;
  const format = useFormat();
  const counts = useQuery(countsQuery(project));
  const counted = useMemo(() => new Map(counts.data?.questions.map((each) => [each.id, each])), [counts.data]);
  const found = useMemo(() => searchQuestions(questions, search), [questions, search]);
  const { page, setPage } = usePageOf(found, open, search);
  const { move, error } = useMove(project, questions, undo);
  const drag = useDrag((from, to) => move(from, to));
  const canMove = mayWrite && search === "";
  const first = (page - 1) * PAGE_SIZE;
  return (
    <Stack
      ref={ref}
      tabIndex={-1}
      className={classes.half}
      gap="xs"
      component="section"
      aria-label="Questions of the project"
    >
      <SearchField label="Find a question" placeholder="Text, id or label" value={search} onChange={onSearch} />
      <Group gap="xs" justify="space-between">
        <Text size="xs" c="dimmed">
          {found.length === questions.length
            ? `${format.count(questions.length)} questions`
            : `${format.count(found.length)} of ${format.count(questions.length)} questions`}
          {counts.data && ` · ${format.count(counts.data.responses)} responses`}
          {counts.data &&
            counts.data.excluded > 0 &&
            ` · ${excludedWords({ excluded: counts.data.excluded, isIncluded: false }, format.count)}`}
          {mayWrite && search !== "" && " · clear the search to move questions"}
        </Text>
        <AddMenu mayWrite={mayWrite} onAdd={onAdd} />
      </Group>
      {counts.error && <LoadError what="The counts" error={counts.error} onRetry={() => void counts.refetch()} />}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error.message}
        </Text>
      )}
      <ol className={classes.list} hidden={found.length === 0}>
        {found.slice(first, first + PAGE_SIZE).map((question, at) => (
          <li
            key={question.id}
            className={classes.row}
            data-open={question.id === open || undefined}
            {...(canMove && { ...drag.row(first + at), ...drag.grip(first + at) })}
          >
            {canMove && (
              <MoveMenu
                name={titleOf(question)}
                at={first + at}
                length={questions.length}
                onMove={(to) => move(first + at, to)}
              />
            )}
            <Row {...{ question, onOpen }} isOpen={question.id === open} counted={counted.get(question.id)} />
          </li>
        ))}
      </ol>
      {found.length === 0 && <Text c="dimmed">No question has all of these words.</Text>}
      <Pages total={found.length} pageSize={PAGE_SIZE} page={page} onChange={setPage} />
    </Stack>
  );
}

/** The page of the list: at first the one with the open question; another search begins anew. */
function usePageOf(found: readonly Question[], open: string | null, search: string) {
  const place = Math.max(
    0,
    found.findIndex(({ id }) => id === open),
  );
  const [page, setPage] = useState(1 + Math.floor(place / PAGE_SIZE));
  const [searched, setSearched] = useState(search);
  if (searched !== search) {
    setSearched(search);
    setPage(1);
  }
  return { page: Math.min(page, Math.max(1, Math.ceil(found.length / PAGE_SIZE))), setPage };
}

function useMove(project: string, questions: readonly Question[], undo: Undo) {
  // Shown at once where it was put; the server's order follows.
  const { mutate, error } = useMutation({
    mutationFn: async ({ from, to }: { from: number; to: number }) => {
      const moved = questions[from];
      if (!moved || from === to) return;
      const others = questions.filter((each) => each !== moved);
      const before = (at: number) => others[at]?.id ?? null;
      await moveQuestion({ project_id: project, id: moved.id, before: before(to) });
      await undo.done({
        says: `“${moved.id}” was moved to place ${to + 1}.`,
        back: () => moveQuestion({ project_id: project, id: moved.id, before: before(from) }),
      });
    },
  });
  return { move: (from: number, to: number) => mutate({ from, to }), error };
}

function AddMenu({ mayWrite, onAdd }: Pick<Props, "mayWrite" | "onAdd">) {
  const button = (props: object) => (
    <Button {...props}>
      <IconPlus size={16} aria-hidden />
      Derived question
      <IconChevronDown size={14} aria-hidden />
    </Button>
  );
  if (!mayWrite) return button(refusedProps(QUESTIONS_REFUSED));
  return (
    <PopMenu align="right" width={320} trigger={button}>
      {derivationForms.map((form) => (
        <MenuItem key={form} onClick={() => onAdd(form)}>
          {formNames[form]}
          <small>{formMeans[form]}</small>
        </MenuItem>
      ))}
    </PopMenu>
  );
}

const formMeans: Record<Derivation["form"], string> = {
  bands: "Numbers in groups, such as ages",
  nets: "Options joined, such as top 2",
  combination: "Two questions, each pair of answers an option",
  filter: "Yes where conditions hold, else no",
  formula: "Calculated: sums, means, recodes, ranks, dates",
};

type RowProps = {
  question: Question;
  counted: CountedQuestion | undefined;
  isOpen: boolean;
  onOpen: (id: string) => void;
};

function Row({ question, counted, isOpen, onOpen }: RowProps) {
  const format = useFormat();
  const { id } = question;
  const title = titleOf(question);
  return (
    <button type="button" className={classes.open} onClick={() => onOpen(id)} {...(isOpen && { "aria-current": true })}>
      <KindIcon {...question} />
      <span className={classes.name}>
        <span className={classes.title}>{title}</span>
        {title !== id && <small className={classes.id}>{id}</small>}
      </span>
      <Small {...{ question, counted }} />
      <small className={`figures ${classes.base}`}>{counted ? `n ${format.count(counted.answered)}` : "…"}</small>
    </button>
  );
}

/** How the answers are spread, in the room of a thumb. */
function Small({ question, counted }: Pick<RowProps, "question" | "counted">) {
  const format = useFormat();
  const bars = barsOf(question, counted);
  if (bars.length > 0) {
    return (
      <span className={classes.bars} aria-hidden>
        {bars.map((share, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          <span key={at} className={classes.bar} style={{ height: `${share * 100}%` }} />
        ))}
      </span>
    );
  }
  const numbers = question.kind === "numeric" ? counted?.numbers : null;
  return (
    <small className={`figures ${classes.figures}`}>
      {numbers && (
        <>
          {format.tenths(numbers.min)}–{format.tenths(numbers.max)}
          <br />
          mean {format.hundredths(numbers.mean)}
        </>
      )}
    </small>
  );
}
