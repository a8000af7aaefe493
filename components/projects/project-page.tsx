"use client";

import { Anchor, Card, Group, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useQueryState } from "nuqs";
import { type ReactNode, useMemo } from "react";
import { FormDrawerFrame } from "@/components/ui/dialog-frame";
import { LoadError } from "@/components/ui/load-error";
import { onDemand } from "@/components/ui/on-demand";
import { PageHeader } from "@/components/ui/page-header";
import { useFormat } from "@/components/ui/use-format";
import { useWasWanted } from "@/components/ui/use-was-wanted";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import { projectChoices, userChoices } from "@/lib/projects/choices";
import { meanPricePerComplete } from "@/lib/projects/figures";
import { formParser, projectHref } from "@/lib/projects/list-state";
import { projectDetailQuery, projectsByIdQuery, usersQuery } from "@/lib/projects/queries";
import { UNKNOWN } from "@/lib/tables/format";
import { EditProject } from "./project-actions";
import { NextOutOfField, nameOf, ProjectProgress } from "./project-columns";

const ProjectMissing = onDemand(async () => (await import("./project-missing")).ProjectMissing);

const ProjectDrawer = onDemand(async () => (await import("./project-drawer")).ProjectDrawer, FormDrawerFrame);

type Accounts = { id: string; name: string }[];
type Props = {
  id: string;
  mayWrite: boolean;
  email: string;
  accounts: Accounts;
  /** What else can be done with the project. */
  actions: ReactNode;
  /** The project's surveys. */
  children: ReactNode;
};

/** A project's own page: who runs it, how it stands, and its surveys. */
export function ProjectPage({ id, mayWrite, email, accounts, actions, children }: Props) {
  const { data, dataUpdatedAt, error, refetch } = useQuery(projectDetailQuery(id));
  const [form, setForm] = useQueryState("form", formParser.withOptions({ history: "push" }));
  const format = useFormat();
  const wantedForm = form === id ? id : null;
  const isDrawerNeeded = useWasWanted(wantedForm) && mayWrite;
  if (data === null) return <ProjectMissing id={id} mayHaveDraft={mayWrite} />;
  return (
    <>
      <Trail />
      {error && !data ? (
        <LoadError what="This project" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <PageHeader title={nameOf(data.project)} aside={data.as_of && `as of ${format.instant(data.as_of)}`}>
            <EditProject allowed={mayWrite} onClick={() => void setForm(id)} />
            {actions}
          </PageHeader>
          <ProjectFacts project={data.project} accounts={accounts} readAt={dataUpdatedAt} />
        </>
      ) : (
        <FactsSkeleton />
      )}
      {children}
      {isDrawerNeeded && (
        <ProjectDrawer
          wanted={wantedForm}
          onWant={(wanted) => void setForm(wanted, { history: wanted ? "push" : "replace" })}
          email={email}
          accounts={accounts}
        />
      )}
    </>
  );
}

function Trail() {
  return (
    <Anchor
      component={Link}
      href="/projects"
      prefetch={false}
      fz="sm"
      display="inline-flex"
      mb={4}
      style={{ alignItems: "center" }}
    >
      <IconChevronLeft size={16} aria-hidden /> Projects
    </Anchor>
  );
}

type FactsProps = { project: Project; accounts: Accounts; readAt: number };

function ProjectFacts({ project, accounts, readAt }: FactsProps) {
  const format = useFormat();
  const { data: users } = useQuery(usersQuery());
  const managers = useMemo(() => userChoices(users ?? []), [users]);
  const { survey_sums: sums, account_id: account, project_manager_id: manager } = project;
  const facts: [string, ReactNode][] = [
    ["Number", project.project_number || UNKNOWN],
    ["Manager", managers.find(({ value }) => value === manager)?.label ?? manager ?? UNKNOWN],
    ["Account", accounts.find(({ id }) => id === account)?.name ?? account ?? UNKNOWN],
    ["Business unit", project.business_unit || UNKNOWN],
  ];
  const figures: [string, ReactNode][] = [
    ["Surveys", format.count(sums?.surveys)],
    ["Live", sums?.live ? <LiveSurveys key="live" id={project.id} count={sums.live} /> : format.count(sums?.live)],
    ["Completes", <ProjectProgress key="completes" project={project} />],
    ["Spend", format.usd(sums?.total_cost)],
    ["Mean price per complete", format.usd(meanPricePerComplete(sums))],
    ["Next out of field", <NextOutOfField key="next" project={project} readAt={readAt} />],
  ];
  return (
    <Card withBorder padding="md" component="section" aria-label="The project" mb="lg">
      <Facts of={facts} cols={{ base: 2, sm: 4 }} />
      <Facts of={figures} cols={{ base: 2, sm: 3, lg: 6 }} strong />
      <Exclusions ids={project.session_exclusions} />
    </Card>
  );
}

type ListProps = { of: [string, ReactNode][]; cols: Record<string, number>; strong?: boolean };

function Facts({ of, cols, strong = false }: ListProps) {
  return (
    <SimpleGrid component="dl" cols={cols} spacing="md" verticalSpacing="xs" m={0} mb="sm">
      {of.map(([label, value]) => (
        <div key={label}>
          <Text size="xs" c="dimmed" component="dt">
            {label}
          </Text>
          <Text
            component="dd"
            m={0}
            fw={strong ? 600 : 400}
            size="sm"
            style={{ fontVariantNumeric: "tabular-nums", overflowWrap: "anywhere" }}
          >
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}

function LiveSurveys({ id, count }: { id: string; count: number }) {
  const format = useFormat();
  return (
    <Anchor
      component={Link}
      href={projectHref(id, "Live")}
      prefetch={false}
      inherit
      aria-label={`Show the ${format.count(count)} live`}
    >
      {format.count(count)}
    </Anchor>
  );
}

/** The projects whose respondents do not enter this one. */
function Exclusions({ ids }: { ids: string[] }) {
  const { data } = useQuery({ ...projectsByIdQuery(ids), enabled: ids.length > 0 });
  if (ids.length === 0) return null;
  const known = new Set(data?.map(({ id }) => id));
  return (
    <Group gap="4px var(--mantine-spacing-sm)">
      <Text size="sm" c="dimmed">
        Session exclusions:
      </Text>
      {projectChoices(data ?? [], ids)
        .filter(({ value }) => ids.includes(value))
        .map(({ value, label }) =>
          known.has(value) ? (
            <Anchor key={value} component={Link} href={projectHref(value)} prefetch={false} size="sm">
              {label}
            </Anchor>
          ) : (
            <Text key={value} size="sm">
              {label}
            </Text>
          ),
        )}
    </Group>
  );
}

function FactsSkeleton() {
  return (
    <Stack gap="md" mb="lg" aria-busy>
      <Skeleton height={30} width={280} />
      <Skeleton height={148} />
    </Stack>
  );
}
