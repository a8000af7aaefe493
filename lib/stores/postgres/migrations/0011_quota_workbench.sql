CREATE TABLE "quota_templates" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"country_code" text,
	"quotas" jsonb NOT NULL,
	"who" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "soft_launches" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"connection" text NOT NULL,
	"survey_id" text NOT NULL,
	"person_id" uuid NOT NULL,
	"share" numeric(5, 2) NOT NULL,
	"full_targets" jsonb NOT NULL,
	"set_targets" jsonb NOT NULL,
	"expected" jsonb NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"token" "bytea",
	"problem" text,
	"checked_at" timestamp (3) with time zone,
	"reached_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "soft_launches" ADD CONSTRAINT "soft_launches_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "quota_templates_by_name" ON "quota_templates" USING btree ("connection","account_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "soft_launches_of_survey" ON "soft_launches" USING btree ("connection","survey_id");--> statement-breakpoint
CREATE INDEX "soft_launches_running" ON "soft_launches" USING btree ("checked_at") WHERE state = 'running';