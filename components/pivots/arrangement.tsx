"use client";

import { SegmentedControl } from "@mantine/core";

/** How several questions of the columns stand to each other. */
export const Arrangement = ({ isBeside, onChoose }: { isBeside: boolean; onChoose: (isBeside: boolean) => void }) => (
  <SegmentedControl
    size="xs"
    aria-label="Questions of the columns"
    data={[
      { value: "nested", label: "Nested" },
      { value: "banner", label: "Side by side" },
    ]}
    value={isBeside ? "banner" : "nested"}
    onChange={(chosen) => onChoose(chosen === "banner")}
  />
);
