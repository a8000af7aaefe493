CREATE TABLE "slide_templates" (
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"look" jsonb NOT NULL,
	"who" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slide_templates_connection_account_id_pk" PRIMARY KEY("connection","account_id")
);
