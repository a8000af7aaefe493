ALTER TABLE "fraud_accounts" ADD COLUMN "threshold" smallint DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "survey_places" ADD COLUMN "fraud_check" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "survey_places" ADD COLUMN "fraud_threshold" smallint;