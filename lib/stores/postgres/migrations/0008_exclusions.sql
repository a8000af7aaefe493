CREATE TABLE "exclusion_lists" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exclusion_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "response_exclusions" (
	"list" bigint NOT NULL,
	"since" bigint NOT NULL,
	"response_id" text NOT NULL,
	"reason" text NOT NULL,
	"who" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "response_exclusions_list_since_response_id_pk" PRIMARY KEY("list","since","response_id")
);
--> statement-breakpoint
ALTER TABLE "answer_revisions" ADD COLUMN "exclusions_since" bigint DEFAULT 0;--> statement-breakpoint
ALTER TABLE "response_exclusions" ADD CONSTRAINT "response_exclusions_list_exclusion_lists_id_fk" FOREIGN KEY ("list") REFERENCES "public"."exclusion_lists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exclusion_lists_of_project" ON "exclusion_lists" USING btree ("connection","account_id","project_id");