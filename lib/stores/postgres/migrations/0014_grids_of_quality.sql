CREATE TABLE "quality_grids" (
	"respondent" bigint NOT NULL,
	"survey_id" uuid NOT NULL,
	"data_point_id" text NOT NULL,
	"pattern" double precision[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "quality_grids" ADD CONSTRAINT "quality_grids_respondent_quality_respondents_id_fk" FOREIGN KEY ("respondent") REFERENCES "public"."quality_respondents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quality_grids_latest" ON "quality_grids" USING btree ("survey_id","data_point_id","respondent");--> statement-breakpoint
CREATE INDEX "quality_grids_of_respondent" ON "quality_grids" USING btree ("respondent");--> statement-breakpoint
CREATE INDEX "quality_answers_latest" ON "quality_answers" USING btree ("survey_id","data_point_id","respondent");