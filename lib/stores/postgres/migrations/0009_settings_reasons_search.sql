CREATE TABLE "reconciliation_reasons" (
	"connection" text NOT NULL,
	"survey_id" text NOT NULL,
	"rdud" text NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"who" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reconciliation_reasons_connection_survey_id_rdud_pk" PRIMARY KEY("connection","survey_id","rdud")
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "number_format" text;--> statement-breakpoint
CREATE INDEX "projects_name_trigrams" ON "projects" USING gin ("project_name" gin_trgm_ops,"project_number" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "survey_copies_name_trigrams" ON "survey_copies" USING gin ("name" gin_trgm_ops);