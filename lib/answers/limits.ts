/** What a person who looks at questions or tries weights may take of the store. */
export const LIMITS = { timeMs: 20_000, memoryBytes: 512 * 1024 * 1024 };
