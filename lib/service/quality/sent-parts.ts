import * as z from "zod";
import { versionOperations } from "@/lib/contracts/interfaces/quality";
import { type QualityVersion, qualityChecks } from "@/lib/contracts/terms/quality";
import type { StoredRespondent } from "@/lib/stores/postgres/quality";
import { readStored } from "@/lib/stores/stored-json";
import type { SentPoint, SentRespondent } from "./score-respondent";

/** What was sent of a respondent, as it is stored: what their survey's version takes. Throws UnreadableJson. */
const partsIn = (version: QualityVersion) => versionOperations[version].addRespondent.body.shape;

type OfPoints = Pick<StoredRespondent, "respondentId" | "dataPoints">;
type OfSettings = Pick<StoredRespondent, "respondentId" | "cleaningSettings">;

export const sentPoints = (version: QualityVersion, { respondentId, dataPoints }: OfPoints): SentPoint[] =>
  readStored(
    partsIn(version).dataPoints,
    dataPoints,
    `dataPoints of the respondent ${respondentId} in quality_respondents`,
  );

export const sentSettings = (
  version: QualityVersion,
  { respondentId, cleaningSettings }: OfSettings,
): SentRespondent["cleaningSettings"] =>
  readStored(
    partsIn(version).cleaningSettings,
    cleaningSettings ?? undefined,
    `cleaningSettings of the respondent ${respondentId} in quality_respondents`,
  );

const pointName = z.object({ qualityCheck: z.enum(qualityChecks), dataPointId: z.string() });

/** Which data points there are; one of which not even that can be read is left out. */
export const namesOfPoints = ({ dataPoints }: OfPoints) =>
  dataPoints.flatMap((point) => pointName.safeParse(point).data ?? []);
