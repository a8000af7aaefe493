import type { DescribedOperation, DescribedOperations } from "./described";
import { example } from "./described";

export const fraudTags = {
  Search: "Whether a respondent was seen before, and what is suspicious about them.",
  Review: "Whether a person typed an open text.",
  "Fraud check settings": "Platforms, thresholds, encryption and lists of addresses.",
} as const;

const ENCRYPTED = "With `encrypt=1` the reply is `{data}`: AES-256-GCM of the same JSON with the account's key.";

const search: Omit<DescribedOperation, "description"> = {
  tag: "Search",
  reply: {
    Respondent: {
      country_code: "US",
      country: "United States",
      threat_potential: "low",
      threat_potential_score: 4,
      respondent_ud: "r_8f3a",
      respondent_risk: 4,
    },
    Surveys: [
      {
        survey_number: "100200",
        sn_ud: example.session,
        duplicate_potential: "low",
        duplicate_score: 0,
        duplicate_initial_ud: null,
        failure_reason: "01",
        flag: false,
        country_mismatch: false,
        destination: null,
      },
    ],
    exec: 7,
    Checks: { duplicate: "nothing found", vpn: "not checked" },
  },
};

const review: Omit<DescribedOperation, "description"> = {
  tag: "Review",
  reply: {
    results: [
      {
        input: "I liked the packaging and the taste.",
        score: {
          composite_score: 6,
          similarity_text: 12,
          profanity_check: false,
          profanity_check_score: 0,
          garbage_words: false,
          garbage_words_score: 0,
          pasted_response: false,
          pasted_response_score: 0,
          language_detected: "EN",
          language_detected_score: 97,
          engagement_score: 81,
          page_view_time: 24.5,
          typed_response_time: 18.2,
        },
      },
    ],
  },
};

const searched = { sy_nr: "100200", sn_ud: example.session, rt_sr_pd: "panel-7" };
const reviewed = { q_id: "q7", text: "I liked the packaging and the taste.", sn_ud: example.session, sy_nr: "100200" };
const platforms = { results: [{ id: "7", name: "Snack survey site" }] };

export const describedFraud: DescribedOperations = {
  searchFromQuery: {
    ...search,
    description: `The session is recorded, so that later ones are compared with it. The respondent's address and agent are those of the request. ${ENCRYPTED}`,
  },
  searchFromBody: {
    ...search,
    description: `The same as GET with the members in a JSON body. ${ENCRYPTED}`,
    request: searched,
  },
  searchFromServer: {
    ...search,
    description: `Give the respondent's address and agent. The reply also has the evidence in words. ${ENCRYPTED}`,
  },
  reviewFromQuery: {
    ...review,
    description: `The text is compared with earlier ones of the same question. ${ENCRYPTED}`,
  },
  reviewFromBody: { ...review, description: `Takes longer texts than GET. ${ENCRYPTED}`, request: reviewed },
  reviewFromServer: { ...review, description: `The same for a server, with a single-use token. ${ENCRYPTED}` },
  getSingleUseToken: {
    tag: "Search",
    description: "It works once, in the header `token` of an operation whose path has the private key.",
    reply: {
      results: [
        {
          message: "Created.",
          token: "sut_4f7c2a",
          timestamp: "2031-02-03T14:05:09.120Z",
          expiration: "2031-02-03T14:10:09.120Z",
        },
      ],
    },
  },
  listPlatforms: {
    tag: "Fraud check settings",
    description: "Where respondents go on to; a search names one by its id.",
    reply: platforms,
  },
  setPlatforms: {
    tag: "Fraud check settings",
    description: "A platform that is not in the list is removed.",
    request: platforms,
    reply: platforms,
  },
  getEncryption: {
    tag: "Fraud check settings",
    description: "The key itself is shown once, when it is created.",
    reply: { created_at: "2031-02-01T08:00:00.000Z" },
  },
  createEncryptionKey: {
    tag: "Fraud check settings",
    description: "Replies are encrypted with the new key at once.",
    request: {},
    reply: { key: "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=", created_at: "2031-02-03T14:05:09.120Z" },
  },
  getThreshold: {
    tag: "Fraud check settings",
    description: "A survey may have a threshold of its own.",
    reply: { threshold: 60 },
  },
  setThreshold: {
    tag: "Fraud check settings",
    description: "It applies to searches from now on.",
    request: { threshold: 70 },
    reply: { threshold: 70 },
  },
  dryRunThreshold: {
    tag: "Fraud check settings",
    description: "Try a threshold before it is set.",
    reply: {
      completes: 410,
      checked: 398,
      stopped: 6,
      reasons: [{ failure_reason: "02", completes: 6 }],
      more: false,
    },
  },
  listLists: {
    tag: "Fraud check settings",
    description: "`entries: null` means that there is no such list, and nothing is checked by it.",
    reply: {
      lists: [
        {
          name: "tor",
          entries: 1204,
          changed_at: "2031-02-01T02:00:00.000Z",
          read_at: "2031-02-01T02:05:00.000Z",
          problem: null,
        },
      ],
    },
  },
};
