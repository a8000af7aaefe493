"use client";

import type { Carried, Mapping } from "@/lib/surveys/clone";
import { OptionChoices } from "../../option-choices";

type Props = { carried: Carried; mapping: Mapping; onChange: (mapping: Mapping) => void };

/** What this survey's country lacks of quotas made for another one. */
export function OptionGaps(props: Props) {
  return (
    <section aria-label="What this country lacks">
      <OptionChoices place="This country" {...props} />
    </section>
  );
}
