"use client";

import { Alert, Group, Select, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { RakedGroup, WeightReport } from "@/lib/contracts/ours/weights";
import { titleOf } from "@/lib/contracts/rules/question-rules";
import type { Format } from "@/lib/tables/format";
import classes from "./questions.module.css";

type Props = { report: WeightReport; questions: Question[] };

/** What a raking gives: what it costs, and each margin's target beside its unweighted and weighted share. */
export function WeightReportView({ report, questions }: Props) {
  const format = useFormat();
  const [place, setPlace] = useState(0);
  const group = report.groups[place] ?? report.groups[0];
  const hasWaves = report.groups.some(({ wave }) => wave !== null);
  return (
    <Stack gap="sm" component="section" aria-label="What the weight gives">
      <Title order={3} fz={16}>
        What it gives
      </Title>
      <Text size="sm">{leftOutInWords(report, format)}</Text>
      {!report.reached && (
        <Alert color="yellow" variant="light" py="xs" role="status">
          The caps do not allow every target: {gapInWords(report, format)}. Wider caps come nearer.
        </Alert>
      )}
      <CostsTable report={report} />
      {hasWaves && (
        <Select
          label="Shares of"
          data={report.groups.map(({ wave }, at) => ({ value: String(at), label: wave?.label ?? "" }))}
          value={String(place)}
          onChange={(value) => setPlace(Number(value ?? 0))}
          allowDeselect={false}
          searchable
          maw={300}
        />
      )}
      <Group align="flex-start" gap="lg">
        {group?.margins.map((margin) => (
          <MarginTable key={margin.question_id} {...{ margin, questions }} />
        ))}
      </Group>
    </Stack>
  );
}

function leftOutInWords(report: WeightReport, { count }: Format): string {
  const { responses, n, left_out, excluded, left_out_at } = report;
  const at = left_out_at.filter((each) => each.n > 0).map((each) => `${count(each.n)} at “${each.question_id}”`);
  return [
    `${count(n)} of ${count(responses)} ${responses === 1 ? "response gets" : "responses get"} a weight; the weights sum to ${count(n)}.`,
    left_out === 0
      ? "Nobody is left out."
      : `${count(left_out)} without an answer, or with one that is left out, get none (${at.join(", ")}).`,
    ...(excluded > 0 ? [`${count(excluded)} excluded for quality get none.`] : []),
  ].join(" ");
}

/** The share that is farthest from its target, in points of percent. */
function gapInWords({ groups }: WeightReport, format: Format): string {
  const all = groups.flatMap(({ wave, margins }) =>
    margins.flatMap(({ question_id, options }) => options.map((option) => ({ wave, question_id, ...option }))),
  );
  const gap = ({ weighted, target }: { weighted: number; target: number }) => Math.abs(weighted - target);
  const worst = all.toSorted((one, other) => gap(other) - gap(one))[0];
  if (!worst) return "";
  const where = worst.wave ? ` in “${worst.wave.label}”` : "";
  return `the farthest is “${worst.label}” of “${worst.question_id}”${where} at ${share(worst.weighted, format)} instead of ${share(worst.target, format)}`;
}

const share = (value: number, { hundredths }: Format) => `${hundredths(value * 100)}%`;
const range = ({ low, high }: { low: number; high: number }, { hundredths }: Format) =>
  `${hundredths(low)}–${hundredths(high)}`;

type Costs = Pick<RakedGroup, "n" | "uncapped" | "capped" | "design_effect" | "effective" | "efficiency">;

const right = { textAlign: "right" } as const;

/** The whole, and below it each wave. */
function CostsTable({ report }: { report: WeightReport }) {
  const format = useFormat();
  const waves = report.groups.filter(({ wave }) => wave !== null);
  const rows: [name: string, costs: Costs][] = [
    ["All", report],
    ...waves.map((group): [string, Costs] => [group.wave?.label ?? "", group]),
  ];
  return (
    <div style={{ overflowX: "auto" }}>
      <table className={classes.table} aria-label="What the weight costs" style={{ maxWidth: 860 }}>
        <thead>
          <tr>
            <th scope="col">{waves.length > 0 ? "Wave" : ""}</th>
            {["n", "Weights before caps", "After caps", "Design effect", "Effective sample", "Efficiency"].map(
              (each) => (
                <th key={each} scope="col" style={right}>
                  {each}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, costs]) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="figures">{format.count(costs.n)}</td>
              <td className="figures">{range(costs.uncapped, format)}</td>
              <td className="figures">{range(costs.capped, format)}</td>
              <td className="figures">{format.hundredths(costs.design_effect)}</td>
              <td className="figures">{format.count(costs.effective)}</td>
              <td className="figures">{share(costs.efficiency, format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type MarginProps = { margin: RakedGroup["margins"][number]; questions: readonly Question[] };

function MarginTable({ margin: { question_id, options }, questions }: MarginProps) {
  const format = useFormat();
  const question = questions.find(({ id }) => id === question_id);
  return (
    <div style={{ flex: "1 1 320px", overflowX: "auto" }}>
      <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
        {question ? titleOf(question) : question_id}
      </Text>
      <table className={classes.table} aria-label={`Shares of ${question_id}`}>
        <thead>
          <tr>
            <th scope="col">Option</th>
            <th scope="col" style={right}>
              Target
            </th>
            <th scope="col" style={right}>
              Unweighted
            </th>
            <th scope="col" style={right}>
              Weighted
            </th>
          </tr>
        </thead>
        <tbody>
          {options.map(({ code, label, target, unweighted, weighted }) => (
            <tr key={code}>
              <td style={{ overflowWrap: "break-word" }}>{label}</td>
              <td className="figures">{share(target, format)}</td>
              <td className="figures">{share(unweighted, format)}</td>
              <td className="figures">{share(weighted, format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
