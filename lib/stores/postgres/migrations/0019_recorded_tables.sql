CREATE TABLE "table_recordings" (
	"view_id" uuid PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"who" text NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"frozen_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "table_recordings" ADD CONSTRAINT "table_recordings_view_id_saved_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("id") ON DELETE cascade ON UPDATE no action;