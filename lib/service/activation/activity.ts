import "server-only";
import type {
  findActivity as findOperation,
  getActivity as getOperation,
  lookUp as lookUpOperation,
} from "@/lib/contracts/interfaces/activation";
import { masked, type SelectorName } from "@/lib/contracts/interfaces/duplicate-selectors";
import type { BodyOf } from "@/lib/contracts/operation";
import { maskingProblem } from "@/lib/contracts/rules/look-up-rule";
import { AppError } from "@/lib/http/problem";
import { type ActivityRow, findSeen, listActivity } from "@/lib/stores/postgres/activation-records";
import { db } from "@/lib/stores/postgres/client";
import type { Answer, Call, Caller } from "../service";
import { accountOf, answeredInTime } from "./account";
import { inTurn } from "./turns";

export const getActivity = ({ viewer, query }: Call<typeof getOperation>): Promise<Answer> =>
  answerActivity(viewer, query);

export const findActivity = ({ viewer, body }: Call<typeof findOperation>): Promise<Answer> =>
  answerActivity(viewer, body);

/** `/activity`: nothing that says something of a person goes to a key's holder. */
async function answerActivity(
  viewer: Caller,
  { selectors, Range: range, Page: page = 1 }: BodyOf<typeof findOperation>,
): Promise<Answer> {
  const filter = { account: await accountOf(viewer), selectors, range, page };
  const { total, records } = await inTurn(filter.account, "question", () => answeredInTime(listActivity(db(), filter)));
  return { body: { Records: records.map(writeRecord), Total: total } };
}

const writeRecord = ({ surveyNumber, sessionId, panelId, recordedAt, active }: ActivityRow) => ({
  Survey_Number: surveyNumber,
  Session_Id: sessionId,
  Panel_Id: panelId,
  Recorded_At: recordedAt.toISOString(),
  Active: active,
});

/** (ours) `POST /look-up`: an admin on our pages sees personal values; everybody else what is left of them. */
export async function lookUp({ viewer, body, origin }: Call<typeof lookUpOperation>): Promise<Answer> {
  const seesAll = origin === "page" && viewer.role === "admin";
  const problem = seesAll ? null : maskingProblem(body.selectors);
  if (problem) throw new AppError("invalid", problem);
  const account = await accountOf(viewer);
  const found = await inTurn(account, "question", () => answeredInTime(findSeen(db(), account, body.selectors)));
  const show = (name: SelectorName, value: string | null) => (value === null || seesAll ? value : masked(name, value));
  const when = (change: { who: string; at: Date } | null) => change && { who: change.who, at: change.at.toISOString() };
  return {
    body: {
      Records: found.records.map((record) => ({
        ...writeRecord(record),
        IP_Address: show("IP_Address", record.ipAddress),
        Cookie: show("Cookie", record.cookie),
        Hashed_Email: show("Hashed_Email", record.hashedEmail),
        User_Agent: show("User_Agent", record.userAgent),
        Matched_On: record.matchedOn,
        Changed: { search: when(record.changed.search), predupes: when(record.changed.predupes) },
      })),
      More: found.more,
    },
  };
}
