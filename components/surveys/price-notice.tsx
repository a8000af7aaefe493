"use client";

import { Alert, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useFormat } from "@/components/ui/use-format";
import type { PriceEffect } from "@/lib/contracts/rules/price-effect";
import { belowMinimum, costInWords } from "@/lib/surveys/price-effect";

type Props = {
  effect: PriceEffect;
  /** The sentence on the cost; left out: of what is still to come. */
  costText?: typeof costInWords;
};

/** What new prices mean before they are saved: a warning below the minimum, and the effect on the cost. */
export function PriceNotice({ effect, costText = costInWords }: Props) {
  const format = useFormat();
  const [warning, cost] = [belowMinimum(effect, format), costText(effect, format)];
  if (warning === null && cost === null) return null;
  return (
    <Stack gap="xs">
      {warning !== null && (
        <Alert color="yellow" variant="light" role="status" icon={<IconAlertTriangle aria-hidden />}>
          {warning}
        </Alert>
      )}
      {cost !== null && <Text size="sm">{cost}</Text>}
    </Stack>
  );
}
