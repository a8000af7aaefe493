import "server-only";
import { getTrend } from "@/lib/contracts/analysis";
import { byKey } from "../keys";
import { implement, type Service } from "../service";
import { trend } from "./trend";

/** The built-in trend analysis. */
export const analysisService: Service = {
  authenticate: byKey("analysis"),
  implementations: [implement(getTrend, trend)],
};
