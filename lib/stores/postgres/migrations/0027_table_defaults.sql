CREATE TABLE "table_defaults" (
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"query" text NOT NULL,
	"who" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "table_defaults_connection_account_id_project_id_pk" PRIMARY KEY("connection","account_id","project_id")
);
