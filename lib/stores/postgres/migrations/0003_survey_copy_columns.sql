ALTER TABLE "survey_copies" ADD COLUMN "respondents" double precision;--> statement-breakpoint
ALTER TABLE "survey_copies" ADD COLUMN "survey_completes" double precision;--> statement-breakpoint
ALTER TABLE "survey_copies" ADD COLUMN "total_cost" double precision;--> statement-breakpoint
ALTER TABLE "survey_copies" ADD COLUMN "offered_price_per_complete" double precision;--> statement-breakpoint
ALTER TABLE "survey_copies" ADD COLUMN "length_of_interview" double precision;--> statement-breakpoint
ALTER TABLE "survey_copies" ADD COLUMN "incidence_rate" double precision;--> statement-breakpoint
ALTER TABLE "survey_copies" ADD COLUMN "out_of_field_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "survey_copies" ADD COLUMN "last_complete_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "survey_copies" ADD COLUMN "hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "survey_copies" ADD COLUMN "written_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "survey_copy_runs" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "survey_copy_runs" ADD COLUMN "begun_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "survey_copies_by_project" ON "survey_copies" USING btree ("connection","credential","project_id");