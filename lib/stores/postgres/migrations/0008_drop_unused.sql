DROP TABLE "person_settings" CASCADE;--> statement-breakpoint
DROP TABLE "reconciliation_reasons" CASCADE;