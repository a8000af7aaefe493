import { Anchor, Box, Group, Progress, Text, Tooltip } from "@mantine/core";
import { IconAlertTriangle, IconClock } from "@tabler/icons-react";
import Link from "next/link";
import type { Column } from "@/components/ui/data-table";
import { useFormat } from "@/components/ui/use-format";
import type { Project } from "@/lib/contracts/demand";
import { fieldAlarm, projectPercent } from "@/lib/projects/figures";
import { projectHref } from "@/lib/projects/list-state";
import type { Format } from "@/lib/tables/format";
import { UNKNOWN } from "@/lib/tables/format";
import { EditProjectButton } from "./project-actions";

type Settings = {
  format: Format;
  managerNames: ReadonlyMap<string, string>;
  /** Given when there are several to tell apart. */
  accountNames: ReadonlyMap<string, string> | null;
  /** When the figures were read, in epoch milliseconds: what a date is near to. */
  readAt: number;
  mayWrite: boolean;
  onEdit: (project: Project) => void;
};

/** Columns of the projects list. */
export const projectColumns = ({
  format,
  managerNames,
  accountNames,
  readAt,
  mayWrite,
  onEdit,
}: Settings): Column<Project>[] => [
  {
    id: "name",
    header: "Project",
    wideOnly: true,
    fixed: "first",
    cell: (project) => <ProjectLink project={project} />,
  },
  {
    id: "manager",
    header: "Manager",
    cell: ({ project_manager_id: id }) => (id ? (managerNames.get(id) ?? id) : UNKNOWN),
  },
  ...(accountNames ? [accountColumn(accountNames)] : []),
  {
    id: "surveys",
    header: "Surveys",
    figures: true,
    width: 80,
    cell: ({ survey_sums }) => format.count(survey_sums?.surveys),
  },
  { id: "live", header: "Live", figures: true, width: 80, cell: (project) => <LiveLink project={project} /> },
  {
    id: "completes",
    header: "Completes",
    figures: true,
    width: 180,
    cell: (project) => <ProjectProgress project={project} />,
  },
  { id: "spend", header: "Spend", figures: true, cell: ({ survey_sums }) => format.usd(survey_sums?.total_cost) },
  {
    id: "next_out_of_field",
    header: "Next out of field",
    cell: (project) => <NextOutOfField project={project} readAt={readAt} />,
  },
  {
    id: "edit",
    header: "Edit",
    width: 56,
    wideOnly: true,
    fixed: "last",
    cell: (project) => <EditProjectButton name={nameOf(project)} allowed={mayWrite} onClick={() => onEdit(project)} />,
  },
];

export const nameOf = ({ project_name, id }: Project) => project_name || id;

const accountColumn = (names: ReadonlyMap<string, string>): Column<Project> => ({
  id: "account",
  header: "Account",
  cell: ({ account_id: id }) => (id ? (names.get(id) ?? id) : UNKNOWN),
});

export function ProjectLink({ project }: { project: Project }) {
  return (
    <Box>
      <Anchor component={Link} href={projectHref(project.id)} prefetch={false} fw={500} inherit>
        {nameOf(project)}
      </Anchor>
      <Text size="xs" c="dimmed">
        {project.project_number || UNKNOWN}
      </Text>
    </Box>
  );
}

function LiveLink({ project }: { project: Project }) {
  const format = useFormat();
  const live = project.survey_sums?.live;
  if (!live) return format.count(live);
  return (
    <Anchor
      component={Link}
      href={projectHref(project.id, "Live")}
      prefetch={false}
      inherit
      aria-label={`${format.count(live)} live in ${nameOf(project)}`}
    >
      {format.count(live)}
    </Anchor>
  );
}

export function ProjectProgress({ project: { survey_sums: sums } }: { project: Project }) {
  const format = useFormat();
  const percent = projectPercent(sums);
  return (
    <Box>
      <Text size="sm" component="span">
        {format.count(sums?.survey_completes)} / {format.count(sums?.respondents)}
      </Text>
      {percent !== null && (
        <Progress
          value={Math.min(100, percent)}
          size={4}
          mt={3}
          color={percent >= 100 ? "green" : "indigo"}
          aria-label={`${format.percent(percent)} of the target`}
        />
      )}
    </Box>
  );
}

const alarms = {
  past: {
    icon: IconAlertTriangle,
    says: "A live survey is past its out-of-field date.",
    color: "var(--mantine-color-error)",
  },
  soon: { icon: IconClock, says: "A live survey leaves the field within 48 hours.", color: "inherit" },
};

export function NextOutOfField({ project: { survey_sums: sums }, readAt }: { project: Project; readAt: number }) {
  const format = useFormat();
  const date = format.instant(sums?.next_out_of_field);
  const alarm = fieldAlarm(sums, readAt);
  if (!alarm) return date;
  const { icon: Icon, says, color } = alarms[alarm];
  return (
    <Tooltip label={says}>
      <Group gap={4} wrap="nowrap" component="span" c={color} fw={500}>
        <Icon size={14} role="img" aria-label={says} />
        {date}
      </Group>
    </Tooltip>
  );
}
