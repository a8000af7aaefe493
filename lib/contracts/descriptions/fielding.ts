import { type DescribedOperations, example } from "./described";

export const fieldingTags = {
  Sessions: "Respondents from entry to outcome.",
  Suppliers: "Who sends respondents, and where they return.",
  Checks: "What respondents of a survey are checked for at entry.",
  Tests: "Sessions that count in nothing.",
  Hashing: "How completes are signed.",
} as const;

const session = {
  rid: example.session,
  survey_id: example.survey,
  supplier: "direct",
  respondent: "panel-7",
  test: false,
  status: "complete",
  reason: "complete",
  reconciliation_status: null,
  reached: true,
  device: "mobile",
  hash: null,
  price: 2.25,
  qualification_attributes: [{ question_id: 2, option_ids: [2] }],
  quota_attributes: [example.quota],
  started_at: "2031-02-03T14:05:09.120Z",
  ended_at: "2031-02-03T14:17:41.007Z",
  expires_at: "2031-02-03T18:05:09.120Z",
  refused_returns: 0,
};

const account = { id: example.account, name: "Northwind" };
const endLinks = { complete: "https://panel.example/done?id=[%RESPONDENT%]" };
const supplier = {
  id: example.supplier,
  account,
  code: "panel",
  name: "Panel",
  end_links: endLinks,
  hash: null,
  sessions: 0,
};
const checks = { survey_id: example.survey, checks_duplicates: true, fraud_check: "record", fraud_threshold: null };
const hashing = { account, algorithm: "SHA-256", key: "a key of your choice" };

export const describedFielding: DescribedOperations = {
  listSessions: {
    tag: "Sessions",
    description: "Test sessions are left out unless `tests` asks for them.",
    reply: { total_sessions: 1, page: 1, page_size: 1, sessions: [session] },
  },
  getSession: {
    tag: "Sessions",
    description: "Replays, contradictory, expired and wrongly signed returns change nothing and are listed.",
    reply: {
      ...session,
      refused_returns: 1,
      returns: [{ outcome: "complete", refusal: "replay", at: "2031-02-03T14:18:00.000Z" }],
    },
  },
  summarizeSessions: {
    tag: "Sessions",
    description: "Counts of a survey's sessions by reason and supplier. Tests are counted apart.",
    reply: {
      groups: [
        { reason: "complete", status: "complete", supplier: "direct", sessions: 4, starts: 4, cost: 9 },
        { reason: null, status: "in progress", supplier: "direct", sessions: 1, starts: 1, cost: 0 },
      ],
      refused_returns: [{ refusal: "replay", returns: 1 }],
      tests: 0,
      accepted: 0,
      hour: { started_at: "2031-01-01T09:00:00.000Z", starts_before: 3, completes_before: 2, admitted: 2 },
    },
  },
  returnSession: {
    tag: "Sessions",
    description: "A complete that returns to a full quota becomes an over-quota termination.",
    request: { outcome: "complete" },
    reply: session,
  },
  listSuppliers: {
    tag: "Suppliers",
    description: "A supplier's signing key is never shown.",
    reply: { suppliers: [supplier] },
  },
  createSupplier: {
    tag: "Suppliers",
    description:
      "Without a link for an outcome, respondents see a page of thanks or regret. Placeholders in links are filled percent-encoded.",
    request: { code: "panel", name: "Panel", end_links: endLinks },
    reply: supplier,
  },
  updateSupplier: {
    tag: "Suppliers",
    description: "Fields that are left out stay as they are; `hash: null` ends the signing of links.",
    request: { id: example.supplier, name: "Panel North" },
    reply: { ...supplier, name: "Panel North" },
  },
  removeSupplier: {
    tag: "Suppliers",
    description: "A supplier that has sent somebody stays, because its sessions name it.",
    request: { id: example.supplier },
    reply: { removed: 1 },
  },
  getSurveyChecks: {
    tag: "Checks",
    description: "`fraud_threshold: null` stands for the account's threshold.",
    reply: checks,
  },
  updateSurveyChecks: {
    tag: "Checks",
    description: "`record` keeps the verdict of the fraud check, `require` also turns away who fails.",
    request: { survey_id: example.survey, fraud_check: "require" },
    reply: { ...checks, fraud_check: "require" },
  },
  createTestLink: {
    tag: "Tests",
    description: "Whoever follows it sees what a respondent sees.",
    request: { survey_id: example.survey },
    reply: {
      url: `https://fieldwork.example/enter/${example.survey}?test=t0k3n`,
      expires_at: "2031-02-04T14:00:00.000Z",
    },
  },
  removeTestSessions: {
    tag: "Tests",
    description: "Other sessions of the survey stay.",
    request: { survey_id: example.survey },
    reply: { removed: 3 },
  },
  listHashing: {
    tag: "Hashing",
    description: "Your survey signs its complete redirects with this key.",
    reply: { accounts: [hashing] },
  },
  updateHashing: {
    tag: "Hashing",
    description: "The key stays where it is left out.",
    request: { account_id: example.account, algorithm: "SHA-512" },
    reply: { ...hashing, algorithm: "SHA-512" },
  },
};
