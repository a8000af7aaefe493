"use client";

import { Button, CopyButton, Group, Select } from "@mantine/core";
import { useState } from "react";
import type { Control } from "react-hook-form";
import { useWatch } from "react-hook-form";
import { type Outcome, outcomeNames, outcomes } from "@/lib/contracts/terms/fielding";
import { exampleHash, exampleLink } from "@/lib/suppliers/example-link";
import type { SupplierValues } from "@/lib/suppliers/supplier-form";
import classes from "./suppliers.module.css";

const choices = outcomes.map((value) => ({ value, label: outcomeNames[value] }));

/** Where an example respondent of an outcome would be sent, by the links as they are typed. */
export function LinkTest({ control }: { control: Control<SupplierValues, unknown, unknown> }) {
  const [outcome, setOutcome] = useState<Outcome>("complete");
  const [links, isSigned, parameter] = useWatch({ control, name: ["end_links", "isSigned", "hash.parameter"] });
  const filled = exampleLink(links, outcome);
  return (
    <fieldset className={classes.links}>
      <legend>Test link</legend>
      <Select
        label="Outcome"
        data={choices}
        allowDeselect={false}
        value={outcome}
        onChange={(chosen) => setOutcome(outcomes.find((each) => each === chosen) ?? outcome)}
      />
      {filled === null ? (
        <p className={classes.hint} role="status">
          No link is set. The respondent sees a page of thanks or regret in their language.
        </p>
      ) : (
        <>
          <output className={classes.address} aria-label="Filled link">
            {filled}
            {isSigned && exampleHash(filled, parameter)}
          </output>
          <p className={classes.hint}>
            {isSigned
              ? "An example respondent. The hash is added when a respondent ends: this copy is not signed."
              : "An example respondent would be sent here."}
          </p>
          <Group gap="sm">
            <CopyButton value={filled}>
              {({ copied, copy }) => (
                <Button variant="default" size="xs" onClick={copy}>
                  {copied ? "Copied" : "Copy link"}
                </Button>
              )}
            </CopyButton>
            <Button component="a" href={filled} target="_blank" rel="noreferrer" variant="default" size="xs">
              Open link
            </Button>
          </Group>
        </>
      )}
    </fieldset>
  );
}
