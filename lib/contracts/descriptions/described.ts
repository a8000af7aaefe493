/** What a description says of an operation beside its contract. */
export type DescribedOperation = {
  tag: string;
  /** What a client has to know beyond the summary, in sentences. */
  description: string;
  /** A body that it takes, where it takes one, and what it answers to that. */
  request?: unknown;
  reply: unknown;
};

/** By the operation's name. */
export type DescribedOperations = Readonly<Record<string, DescribedOperation>>;

/** Things that examples speak of, the same ones in all of them. */
export const example = {
  account: "0d6f3c52-7a0e-4a63-9f0e-2f9f6f1f6f10",
  person: "5b6a5bb0-27c9-4dd4-8a52-63e6c6a5f2a1",
  project: "9c1b8a34-5b5d-4c55-8d53-6f5f3d0a7e21",
  survey: "3f0c9a1e-8a77-4b60-9a53-0d3b0f5c1b42",
  quota: "7a2e4d90-1c35-4f0b-8b57-4d1f6c9e0a63",
  session: "c2f4b1d8-6d3e-4a0f-9c71-5e8a2b7d4f84",
  supplier: "e8d1a6c3-4b2f-4c9d-8e60-7f3a1d5b9ca5",
  change: "1842",
} as const;
