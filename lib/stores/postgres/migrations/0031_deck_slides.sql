CREATE TABLE "deck_slides" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"person_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"place" integer NOT NULL,
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"bytes" integer NOT NULL,
	"questions" text[] NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deck_slides" ADD CONSTRAINT "deck_slides_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deck_slides_of_person" ON "deck_slides" USING btree ("person_id","project_id","place");