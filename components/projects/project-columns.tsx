import { IconAlertTriangle, IconClock } from "@tabler/icons-react";
import Link from "next/link";
import type { Column } from "@/components/ui/data-table";
import { ProgressBar } from "@/components/ui/progress-bar";
import { refusedProps } from "@/components/ui/refusable";
import { RowButton } from "@/components/ui/row-button";
import { screenColumns } from "@/components/ui/screen-columns";
import { tip, tipWhenCut } from "@/components/ui/tip";
import { useFormat } from "@/components/ui/use-format";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import { fieldAlarm, projectPercent } from "@/lib/projects/figures";
import { projectHref } from "@/lib/projects/list-state";
import { projectTable } from "@/lib/projects/project-table";
import { type Format, UNKNOWN } from "@/lib/tables/format";
import { mayNotWrite } from "./project-actions";
import classes from "./project-columns.module.css";

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
export const projectColumns = (settings: Settings): Column<Project>[] => {
  const { format, managerNames: managers, accountNames: accounts, readAt } = settings;
  return screenColumns(
    projectTable({ managers, accounts }),
    format,
    {
      name: { card: "title", fixed: "first", grows: true, cell: (project) => <ProjectLink project={project} /> },
      surveys: { width: 80 },
      live: { width: 80, cell: (project, text) => <LiveLink project={project} text={text} /> },
      completes: { figures: true, width: 180, cell: (project) => <ProjectProgress project={project} /> },
      next_out_of_field: { cell: (project) => <NextOutOfField project={project} readAt={readAt} /> },
    },
    [editColumn(settings)],
  );
};

const editColumn = ({ mayWrite, onEdit }: Settings): Column<Project> => ({
  id: "edit",
  header: "Edit",
  width: 56,
  card: "corner",
  fixed: "last",
  cell: (project) => (
    <RowButton
      icon="pencil"
      aria-label={`Edit ${nameOf(project)}`}
      onClick={() => onEdit(project)}
      {...refusedProps(mayNotWrite(mayWrite))}
    />
  ),
});

export const nameOf = ({ project_name, id }: Project) => project_name || id;

function ProjectLink({ project }: { project: Project }) {
  return (
    <span className={classes.title} {...tipWhenCut}>
      <Link href={projectHref(project.id)} prefetch={false}>
        {nameOf(project)}
      </Link>
      <small>{project.project_number || UNKNOWN}</small>
    </span>
  );
}

function LiveLink({ project, text }: { project: Project; text: string }) {
  if (!project.survey_sums?.live) return text;
  return (
    <Link href={projectHref(project.id, "Live")} prefetch={false}>
      {text}
      <span className="visually-hidden"> live in {nameOf(project)}</span>
    </Link>
  );
}

export function ProjectProgress({ project: { survey_sums: sums } }: { project: Project }) {
  const format = useFormat();
  const percent = projectPercent(sums);
  return (
    <span className={classes.progress}>
      {format.count(sums?.survey_completes)} / {format.count(sums?.respondents)}
      {percent !== null && <ProgressBar percent={percent} label={`${format.percent(percent)} of the target`} />}
    </span>
  );
}

const alarms = {
  past: { icon: IconAlertTriangle, says: "A live survey is past its out-of-field date." },
  soon: { icon: IconClock, says: "A live survey leaves the field within 48 hours." },
};

export function NextOutOfField({ project: { survey_sums: sums }, readAt }: { project: Project; readAt: number }) {
  const format = useFormat();
  const date = format.instant(sums?.next_out_of_field);
  const alarm = fieldAlarm(sums, readAt);
  if (!alarm) return date;
  const { icon: Icon, says } = alarms[alarm];
  return (
    <span className={classes.alarm} data-alarm={alarm} {...tip(says)}>
      <Icon size={14} role="img" aria-label={says} />
      {date}
    </span>
  );
}
