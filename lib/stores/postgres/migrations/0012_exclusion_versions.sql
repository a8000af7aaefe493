ALTER TABLE "response_exclusions" ADD COLUMN "is_excluded" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "response_exclusions" ADD COLUMN "version" integer NOT NULL;--> statement-breakpoint
CREATE INDEX "response_exclusions_by_version" ON "response_exclusions" USING btree ("list","since","version");