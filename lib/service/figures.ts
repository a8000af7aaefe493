import "server-only";
import { credentialOf } from "@/lib/contracts/context";
import type { Operation } from "@/lib/contracts/operation";
import { figuresInTurn } from "@/lib/stores/clickhouse/figures-in-turn";
import { type Answer, type Call, type Implementation, implement } from "./service";

/** An operation that asks the answer store for figures: carried out in the turn of its caller. */
export const implementFigures = <O extends Operation>(
  operation: O,
  handle: (call: Call<O>) => Promise<Answer>,
): Implementation => implement(operation, (call) => figuresInTurn(whoOf(call), call.signal, () => handle(call)));

/** Over HTTP a key; a person else, whichever of his accounts he asks for. */
const whoOf = ({ origin, viewer }: Pick<Call<Operation>, "origin" | "viewer">): string =>
  origin === "service" ? viewer.userId : credentialOf(viewer);
