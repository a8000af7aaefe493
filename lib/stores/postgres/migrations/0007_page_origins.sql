CREATE TABLE "page_origins" (
	"origin" text NOT NULL,
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_origins_origin_connection_account_id_pk" PRIMARY KEY("origin","connection","account_id")
);
--> statement-breakpoint
CREATE INDEX "page_origins_of_account" ON "page_origins" USING btree ("connection","account_id");