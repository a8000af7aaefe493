ALTER TABLE "quality_respondents" ALTER COLUMN "scores" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "quality_respondents" ADD COLUMN "cleans" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "quality_respondents" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "quality_respondents_waiting" ON "quality_respondents" USING btree ("survey_id","id") WHERE scores is null;