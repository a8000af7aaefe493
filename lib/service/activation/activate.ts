import "server-only";
import type {
  activate as activateOperation,
  countActivation as countOperation,
} from "@/lib/contracts/interfaces/activation";
import { maskedSelectors, selectorsOnRecord } from "@/lib/contracts/rules/selectors-on-record";
import { type BuiltInRoute, builtInRoutes, isActivating } from "@/lib/contracts/terms/activation";
import { invalid } from "@/lib/http/read-request";
import { changeStates, countMatching } from "@/lib/stores/postgres/activation-changes";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { idempotently } from "../idempotently";
import type { Answer, Call } from "../service";
import { accountOf, answeredInTime } from "./account";
import { inTurn } from "./turns";

/** `POST /activation`: one transaction, with the change's own row and its audit entry. */
export async function activate(call: Call<typeof activateOperation>): Promise<Answer> {
  const { viewer, body, requestId, origin } = call;
  const route = builtInRoute(body.Route);
  const account = await accountOf(viewer);
  const change = () =>
    idempotently("activate", call, async (transaction) => {
      const changed = await changeStates(transaction, {
        ...{ account, route, active: isActivating(body.Type), selectors: body.selectors, changes: body.Change },
        ...{ masked: maskedSelectors(body.selectors), who: viewer.email, origin, requestId },
      });
      await addAudit(transaction, call, {
        accountId: viewer.accounts[0]?.id ?? null,
        action: "activate",
        thing: "duplicate check",
        thingId: body.selectors.Survey_Number?.length === 1 ? (body.selectors.Survey_Number[0] ?? null) : null,
        after: {
          Type: body.Type,
          Route: route,
          ...selectorsOnRecord(body.selectors),
          records: changed.records,
          surveys: changed.surveys,
        },
        outcome: "done",
      });
      const Action = isActivating(body.Type) ? "Activated" : "Deactivated";
      const Message = `${changed.records} ${changed.records === 1 ? "record" : "records"} processed.`;
      return { body: { Action, Message, Change: changed.id === null ? null : String(changed.id) } };
    });
  return inTurn(account, "change", change);
}

/** (ours) `POST /activation/count`. */
export async function countActivation({ viewer, body }: Call<typeof countOperation>): Promise<Answer> {
  const what = {
    account: await accountOf(viewer),
    route: builtInRoute(body.Route),
    active: isActivating(body.Type),
    selectors: body.selectors,
  };
  const surveys = await inTurn(what.account, "question", () => answeredInTime(countMatching(db(), what)));
  const sum = (of: "records" | "toChange") => surveys.reduce((total, survey) => total + survey[of], 0);
  return {
    body: {
      Records: sum("records"),
      To_Change: sum("toChange"),
      Surveys: surveys.map(({ surveyNumber, records, toChange, active }) => ({
        Survey_Number: surveyNumber,
        Records: records,
        To_Change: toChange,
        Active: active,
      })),
    },
  };
}

function builtInRoute(route: string): BuiltInRoute {
  const known = builtInRoutes.find((name) => name === route);
  if (known) return known;
  throw invalid({ Route: `Route must be ${builtInRoutes.join(" or ")}.` });
}
