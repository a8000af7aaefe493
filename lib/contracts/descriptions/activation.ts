import { type DescribedOperations, example } from "./described";

export const activationTags = {
  Activation: "Which records the duplicate check looks at.",
  "Duplicate check": "Whether an entrant was seen before, and what was recorded.",
} as const;

const record = {
  Survey_Number: "100200",
  Session_Id: example.session,
  Panel_Id: "panel-7",
  Recorded_At: "2031-02-03T14:05:09.120Z",
  Active: { search: true, predupes: true },
};

const LIMIT =
  "A call changes at most 500 records that are not yet in the target state, oldest first. Repeat it until it reports fewer.";

export const describedActivation: DescribedOperations = {
  activate: {
    tag: "Activation",
    description: `A record must match all selectors that are given, and at least one is. ${LIMIT} A call whose only selector is Survey_Number also sets the state in which later sessions of the survey start.`,
    request: { Type: "1", Survey_Number: "100200,100201" },
    reply: { Action: "Deactivated", Message: "2 records processed.", Change: example.change },
  },
  countActivation: {
    tag: "Activation",
    description: "Takes the same body as the call itself and changes nothing.",
    request: { Type: "1", Survey_Number: "100200" },
    reply: {
      Records: 12,
      To_Change: 9,
      Surveys: [{ Survey_Number: "100200", Records: 12, To_Change: 9, Active: true }],
    },
  },
  preCheck: {
    tag: "Duplicate check",
    description:
      "Session_Id is the entrant's own; their own record is left out. Without Survey_Number all surveys of the account are searched. The entrant is recorded once per survey and session.",
    request: { Survey_Number: "100200", Session_Id: example.session, Panel_Id: "panel-7" },
    reply: {
      Duplicate: true,
      Matches: [{ Survey_Number: "100200", Session_Id: "earlier-session", Matched_On: ["Panel_Id"] }],
    },
  },
  getActivity: {
    tag: "Duplicate check",
    description: "500 records a page. IP address, cookie, e-mail hash and user agent are not returned.",
    reply: { Records: [record], Total: 1 },
  },
  findActivity: {
    tag: "Duplicate check",
    description: "The same as GET with the selectors in a JSON body, where an address would become too long.",
    request: { Survey_Number: "100200", Range: "2031-02-01,2031-02-28" },
    reply: { Records: [record], Total: 1 },
  },
  lookUp: {
    tag: "Duplicate check",
    description:
      "Finds sessions by any identifier and those that share one with them. `Matched_On` is empty where a session matches the selectors itself.",
    request: { Panel_Id: "panel-7" },
    reply: {
      Records: [
        {
          ...record,
          IP_Address: "203.0.…",
          Cookie: null,
          Hashed_Email: null,
          User_Agent: "Mozilla …",
          Matched_On: [],
          Changed: { search: { who: "admin@company.example", at: "2031-02-04T08:00:00.000Z" }, predupes: null },
        },
      ],
      More: false,
    },
  },
  getToken: {
    tag: "Duplicate check",
    description: "It works once, within five minutes, for the server-to-server operations of the fraud checks.",
    reply: { token: "sut_4f7c2a", expiration: "2031-02-03T14:10:09.120Z" },
  },
};
