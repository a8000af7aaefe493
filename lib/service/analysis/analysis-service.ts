import "server-only";
import { getTrend } from "@/lib/contracts/interfaces/analysis";
import { implementFigures } from "../figures";
import { byKey } from "../keys";
import type { Service } from "../service";
import { trend } from "./trend";

/** The built-in trend analysis. */
export const analysisService: Service = {
  authenticate: byKey("analysis"),
  implementations: [implementFigures(getTrend, trend)],
};
