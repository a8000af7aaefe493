CREATE TABLE "unanswered_checks" (
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"survey_number" text NOT NULL,
	"session_id" text NOT NULL,
	"problem" text NOT NULL,
	"respondent" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "unanswered_checks_connection_account_id_survey_number_session_id_pk" PRIMARY KEY("connection","account_id","survey_number","session_id")
);
--> statement-breakpoint
CREATE INDEX "unanswered_checks_by_time" ON "unanswered_checks" USING btree ("connection","account_id","at");