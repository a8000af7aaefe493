export const auditOutcomes = ["started", "done", "refused", "failed", "uncertain"] as const;
