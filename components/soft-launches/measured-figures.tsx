import { SimpleGrid, Text } from "@mantine/core";
import { useFormat } from "@/components/ui/use-format";
import type { SoftLaunch } from "@/lib/contracts/ours/soft-launches";
import { UNKNOWN } from "@/lib/tables/format";

/** What the survey measures, each figure beside what was expected of it at the start, or what it means. */
export function MeasuredFigures({ launch: { measured, expected, targets } }: { launch: SoftLaunch }) {
  const format = useFormat();
  const minutes = (value: number | null) => (value === null ? UNKNOWN : `${format.tenths(value)} min`);
  const [whole] = targets;
  const figures = [
    {
      label: "Collected",
      value: `${format.count(whole?.counted)} of ${format.count(whole?.present)}`,
      beside: `${format.count(whole?.full)} in full`,
    },
    {
      label: "Incidence rate",
      value: format.percent(measured.incidence_rate),
      beside: `${format.percent(expected.incidence_rate)} expected`,
    },
    {
      label: "Length of interview",
      value: minutes(measured.length_of_interview),
      beside: `${minutes(expected.length_of_interview)} expected`,
    },
    {
      label: "Drop rate",
      value: format.percent(measured.drop_rate),
      beside: "of all who started, neither complete nor terminated",
    },
    {
      label: "Quality terminations",
      value: format.percent(measured.quality_rate),
      beside: `of ${format.count(measured.starts)} who started`,
    },
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="md" verticalSpacing="sm">
      {figures.map(({ label, value, beside }) => (
        <div key={label}>
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <Text fw={600} style={{ fontVariantNumeric: "tabular-nums" }}>
            {value}
          </Text>
          <Text size="xs" c="dimmed">
            {beside}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
