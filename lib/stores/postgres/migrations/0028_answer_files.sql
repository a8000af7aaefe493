CREATE TABLE "answer_file_chunks" (
	"file_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "answer_file_chunks_file_id_place_pk" PRIMARY KEY("file_id","place")
);
--> statement-breakpoint
CREATE TABLE "answer_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "answer_files_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"state" text DEFAULT 'writing' NOT NULL,
	"key" uuid NOT NULL,
	"person_id" text,
	"account" text,
	"project_id" text,
	"name" text NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"scan" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credential_writes" (
	"credential" text PRIMARY KEY NOT NULL,
	"ended_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "worker_pulses" (
	"worker_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "answer_file_chunks" ADD CONSTRAINT "answer_file_chunks_file_id_answer_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."answer_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_files_by_key" ON "answer_files" USING btree ("key");--> statement-breakpoint
CREATE INDEX "answer_files_by_person" ON "answer_files" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "answer_files_by_account" ON "answer_files" USING btree ("account");--> statement-breakpoint
-- Packing them again and again would take longer than writing them.
ALTER TABLE "answer_file_chunks" ALTER COLUMN "content" SET STORAGE EXTERNAL;
