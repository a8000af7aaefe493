import {
  IconCalendar,
  IconChartBar,
  IconCircleDot,
  IconFilter,
  IconHash,
  IconLayersIntersect,
  IconLetterCase,
  IconListCheck,
  IconMathFunction,
  IconStack2,
  IconVariable,
} from "@tabler/icons-react";
import { kindNames } from "@/lib/answers/words";
import type { Derivation, Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionKind } from "@/lib/contracts/terms/answers";

const icons: Record<QuestionKind, typeof IconHash> = {
  numeric: IconHash,
  scale: IconChartBar,
  single: IconCircleDot,
  multiple: IconListCheck,
  open: IconLetterCase,
  date: IconCalendar,
};

const derivedIcons: Record<Derivation["form"], typeof IconHash> = {
  bands: IconMathFunction,
  nets: IconStack2,
  combination: IconLayersIntersect,
  filter: IconFilter,
  formula: IconVariable,
};

export const formNames: Record<Derivation["form"], string> = {
  bands: "Bands",
  nets: "Nets",
  combination: "Combination",
  filter: "Filter",
  formula: "Formula",
};

/** What a question is, as a sign with its name. */
export function KindIcon({ kind, derivation }: Pick<Question, "kind" | "derivation">) {
  const Icon = derivation ? derivedIcons[derivation.form] : icons[kind];
  const name = derivation ? formNames[derivation.form] : kindNames[kind];
  return (
    <Icon
      size={18}
      stroke={1.6}
      role="img"
      aria-label={name}
      style={{ flexShrink: 0, ...(derivation && { color: "var(--mantine-primary-color-filled)" }) }}
    />
  );
}
