CREATE TABLE "quality_thresholds" (
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"survey_id" text NOT NULL,
	"thresholds" jsonb NOT NULL,
	"who" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "quality_thresholds_connection_account_id_survey_id_pk" PRIMARY KEY("connection","account_id","survey_id")
);
--> statement-breakpoint
CREATE TABLE "respondent_reviews" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "respondent_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"survey_id" text NOT NULL,
	"respondent_id" text NOT NULL,
	"decision" text,
	"note" text NOT NULL,
	"who" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "respondent_reviews_of_respondent" ON "respondent_reviews" USING btree ("connection","account_id","survey_id","respondent_id","id");