CREATE TABLE "answer_revisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "answer_revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"answer_set" uuid NOT NULL,
	"previous" bigint,
	"mode" text NOT NULL,
	"state" text NOT NULL,
	"table_name" text NOT NULL,
	"file_name" text NOT NULL,
	"plan" jsonb NOT NULL,
	"questions" jsonb NOT NULL,
	"weights" jsonb NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"responses" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"who" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"visible_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "answer_sets" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"weights" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" bigint,
	"columns_given" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trend_notes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"day" text NOT NULL,
	"text" text NOT NULL,
	"who" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "answer_revisions" ADD CONSTRAINT "answer_revisions_answer_set_answer_sets_id_fk" FOREIGN KEY ("answer_set") REFERENCES "public"."answer_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_revisions_of_set" ON "answer_revisions" USING btree ("answer_set","id");--> statement-breakpoint
CREATE UNIQUE INDEX "answer_sets_of_project" ON "answer_sets" USING btree ("connection","account_id","project_id");--> statement-breakpoint
CREATE INDEX "trend_notes_of_project" ON "trend_notes" USING btree ("connection","account_id","project_id","day");