import "server-only";
import type { VersionOperations } from "@/lib/contracts/interfaces/quality";
import type { Answer, Call } from "../service";
import { creditsFor } from "./credit-rules";
import { succeeded } from "./envelope";

/** `POST /creditCalculation`. */
export async function creditCalculation({ body }: Call<VersionOperations["creditCalculation"]>): Promise<Answer> {
  return succeeded({ creditCalculation: creditsFor(body) }, "Credits calculated.");
}
