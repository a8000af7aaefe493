"use client";

import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { DateTimeField, NumberField, SelectField } from "@/components/ui/form-fields";
import { useFormat } from "@/components/ui/use-format";
import { useLoaded } from "@/components/ui/use-loaded";
import { surveyFields } from "@/lib/contracts/interfaces/survey-fields";
import { capOfHour, pacingMultiplier } from "@/lib/contracts/rules/pacing";
import { WHOLE_SURVEY } from "@/lib/contracts/terms/soft-launches";
import { sessionSummaryQuery } from "@/lib/field-sessions/queries";
import { whenNeeded } from "@/lib/http/when-needed";
import { msToNextHour, pacingHour } from "@/lib/surveys/pacing-hour";
import { pricedFields, priceFloor, priceWarning } from "@/lib/surveys/price-floor";
import { countsStarts } from "@/lib/surveys/progress";
import { withPresent } from "./basics-section";
import { useEditor } from "./editor-context";
import { Section } from "./section";
import classes from "./survey-editor.module.css";

/** Target, price, dates and pacing. */
export function FieldworkSection() {
  const { control, definitions } = useEditor();
  const zone = useWatch({ control, name: "out_of_field_timezone" });
  const calculation = useWatch({ control, name: "calculation_type" });
  const pacing = useWatch({ control, name: "traffic_control_limit_type" });
  return (
    <Section title="Fieldwork">
      <NumberField
        control={control}
        name="respondents"
        label="Respondents"
        required
        description="Target for the whole survey"
        min={1}
        decimals={0}
      />
      <SelectField
        control={control}
        name="calculation_type"
        label="Quotas count"
        description="Who fills a quota: those who complete, or those who enter"
        required
        data={withPresent(values(definitions.calculation_types), calculation)}
      />
      <NumberField
        control={control}
        name="length_of_interview"
        label="Length of interview"
        required
        suffix=" min"
        min={1}
        decimals={0}
      />
      <NumberField
        control={control}
        name="incidence_rate"
        label="Incidence rate"
        required
        suffix="%"
        min={1}
        max={100}
        decimals={0}
      />
      <NumberField
        control={control}
        name="offered_price_per_complete"
        label={surveyFields.offered_price_per_complete.label}
        prefix="$"
        decimals={2}
        fixedDecimals={2}
        step={0.05}
        description={<PriceFloor />}
        isDescribedBelow
      />
      <SelectField
        control={control}
        name="traffic_control_limit_type"
        label="Pacing"
        required
        data={withPresent(values(definitions.traffic_control_limits), pacing)}
        description={<PacingExplained />}
        isDescribedBelow
      />
      <DateTimeField control={control} name="out_of_field_date" label="Out of field" required />
      <SelectField
        control={control}
        name="out_of_field_timezone"
        label="Time zone"
        required
        searchable
        data={withPresent(values(definitions.time_zones), zone)}
      />
    </Section>
  );
}

const values = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

/** The recommended minimum as length and incidence change, and what the price is against it. */
function PriceFloor() {
  const format = useFormat();
  const { control, connection, present } = useEditor();
  const [length_of_interview, incidence_rate, price] = useWatch({ control, name: [...pricedFields] });
  const edited = { length_of_interview, incidence_rate, offered_price_per_complete: price };
  const found = priceFloor(edited, present, connection.environment === "built-in");
  if (found === null) return "The recommended minimum follows from length and incidence.";
  const warning = priceWarning(found, format);
  const says = `${found.name} ${format.usd(found.floor)}`;
  if (warning === null) return `${says}${price === "" && !present ? ": used when the price is left empty." : "."}`;
  return <span className={classes.problem}>{warning}</span>;
}

/** With the table of time zones. */
const loadCalendar = whenNeeded(() => import("@/lib/contracts/calendar/out-of-field"));

/** The hour of pacing under way; null: not known, because it is being read or another service fields the survey. */
function usePacingHour(isPaced: boolean, byStarts: boolean) {
  const { present, connection } = useEditor();
  const isFieldedHere = connection.fieldedElsewhere === null;
  const { data } = useQuery({
    ...sessionSummaryQuery(present?.id ?? ""),
    enabled: isPaced && isFieldedHere && present !== null,
    refetchInterval: ({ state }) => msToNextHour(state.data, Date.now()),
  });
  const summary = present === null ? null : data;
  return isFieldedHere && summary !== undefined ? pacingHour(summary, { byStarts, now: Date.now() }) : null;
}

/** What a pacing means for the present hour of this survey: as many as the service admits in it. */
function PacingExplained() {
  const format = useFormat();
  const { control, present, targetsNow } = useEditor();
  const [type, target, calculation, date, zone] = useWatch({
    control,
    name: [
      "traffic_control_limit_type",
      "respondents",
      "calculation_type",
      "out_of_field_date",
      "out_of_field_timezone",
    ],
  });
  const multiplier = pacingMultiplier(type);
  const calendar = useLoaded(loadCalendar, multiplier !== null);
  const hour = usePacingHour(multiplier !== null, countsStarts(calculation));
  if (multiplier === null) return "No limit on responses per hour.";
  const end = date && zone ? calendar?.readOutOfField(date, zone) : null;
  const shape = `At most ${multiplier} times an even pace`;
  if (!target || !end || "problem" in end || !hour) return `${shape}.`;
  // Under a soft launch the service paces towards the share that stands there, not towards what is meant in the end.
  const [share, full] = [targetsNow.get(WHOLE_SURVEY), present?.respondents];
  const paced = share !== undefined && full ? Math.ceil((Number(target) * share) / full) : Number(target);
  const cap = capOfHour({ multiplier, respondents: paced, outOfFieldAt: end.instant.getTime() }, hour);
  if (cap === null) return `${shape}.`;
  return `${shape}: ${format.count(cap)} ${cap === 1 ? "response" : "responses"} in this hour. No minimum is guaranteed.`;
}
