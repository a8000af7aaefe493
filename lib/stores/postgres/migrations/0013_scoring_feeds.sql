CREATE TABLE "scoring_feeds" (
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"who" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "scoring_feeds_connection_account_id_project_id_pk" PRIMARY KEY("connection","account_id","project_id")
);
