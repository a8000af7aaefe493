CREATE TABLE "default_views" (
	"person_id" uuid NOT NULL,
	"list" text NOT NULL,
	"view_id" text NOT NULL,
	CONSTRAINT "default_views_person_id_list_pk" PRIMARY KEY("person_id","list")
);
--> statement-breakpoint
ALTER TABLE "default_views" ADD CONSTRAINT "default_views_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;