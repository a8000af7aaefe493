CREATE TABLE "check_replies" (
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"survey_number" text NOT NULL,
	"session_id" text NOT NULL,
	"kind" text NOT NULL,
	"question_id" text NOT NULL,
	"read" jsonb NOT NULL,
	"reply" jsonb,
	"who" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "check_replies_pkey" PRIMARY KEY("connection","account_id","survey_number","session_id","kind","question_id")
);
--> statement-breakpoint
CREATE TABLE "check_settings" (
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"when_unanswered" text NOT NULL,
	"who" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "check_settings_connection_account_id_pk" PRIMARY KEY("connection","account_id")
);
--> statement-breakpoint
CREATE INDEX "check_replies_personal" ON "check_replies" USING btree ("at") WHERE reply is not null;--> statement-breakpoint
CREATE INDEX "fraud_person_links_by_earlier" ON "fraud_person_links" USING btree ("earlier");--> statement-breakpoint
CREATE INDEX "fraud_sessions_of_account" ON "fraud_sessions" USING btree ("account","searched_at");