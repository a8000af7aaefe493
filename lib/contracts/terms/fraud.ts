/** Terms of the fraud checks, without a schema. */

/** Why a respondent fails, as the interface numbers it; `01`: they don't. */
export const failureReasons = [
  "01",
  "02",
  "03",
  "04",
  "05",
  "06",
  "07",
  "08",
  "09",
  "10",
  "11",
  "12",
  "13",
  "14",
  "15",
] as const;
export type FailureReason = (typeof failureReasons)[number];

export const NO_FAILURE = "01" satisfies FailureReason;

export const failureNames: Record<FailureReason, string> = {
  "01": "None",
  "02": "Duplicate in the survey",
  "03": "Emulator",
  "04": "VPN",
  "05": "Tor",
  "06": "Public proxy",
  "07": "Web proxy",
  "08": "Crawler",
  "09": "Internet fraudster",
  "10": "Retail fraudster",
  "11": "Subnet",
  "12": "Recent abuse",
  "13": "Duplicate in the survey group",
  "14": "Automated browser",
  "15": "Developer tools",
};

/** Who has this much against them fails, unless an account or survey says otherwise. */
export const DEFAULT_THRESHOLD = 60;

/** Lists of addresses that an installation can be given, each with the failure that an address on it is. */
const fraudLists = {
  vpn: "04",
  tor: "05",
  public_proxy: "06",
  web_proxy: "07",
  internet_fraud: "09",
  retail_fraud: "10",
  /** Data centres: most exits of VPNs are there, and so are some offices. */
  hosting: "04",
} as const satisfies Record<string, FailureReason>;
export type FraudList = keyof typeof fraudLists;
// Safe: the object has these keys alone.
export const fraudListNames = Object.keys(fraudLists) as FraudList[];

/** What is checked of a respondent, with the failure that each check can find. A country says nothing alone. */
export const fraudChecks = {
  duplicate: "02",
  survey_group: "13",
  recent: "12",
  subnet: "11",
  crawler: "08",
  automation: "14",
  developer_tools: "15",
  emulator: "03",
  country: null,
  ...fraudLists,
} as const satisfies Record<string, FailureReason | null>;
export type FraudCheck = keyof typeof fraudChecks;
export const fraudCheckNames = Object.keys(fraudChecks) as FraudCheck[];

/** `not checked`: there was nothing to check by, which is no good news. */
export const checkStates = ["found", "nothing found", "not checked"] as const;
export type CheckState = (typeof checkStates)[number];

/** What a check found: 0 (nothing) to 100 (certain), and the evidence in words. */
export type Finding = { check: FraudCheck; score: number; evidence: string };

/** What one check says of a respondent. */
export type CheckResult =
  | { state: "not checked" | "nothing found" }
  | { state: "found"; score: number; evidence: string };

export const potentials = ["low", "medium", "high"] as const;
export type Potential = (typeof potentials)[number];

/** What is stored of a review: the interface's own members, without the text. */
export type ReviewScores = {
  composite_score: number;
  similarity_text: number;
  profanity_check: boolean;
  profanity_check_score: number;
  garbage_words: boolean;
  garbage_words_score: number;
  pasted_response: boolean | null;
  pasted_response_score: number | null;
  language_detected: string | null;
  language_detected_score: number;
  engagement_score: number | null;
  page_view_time: number | null;
  typed_response_time: number | null;
};
