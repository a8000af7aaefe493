DROP INDEX "surveys_by_name";--> statement-breakpoint
CREATE INDEX "survey_counts_by_completes" ON "survey_counts" USING btree ("completes","survey_id");--> statement-breakpoint
CREATE INDEX "survey_counts_by_last_complete" ON "survey_counts" USING btree ("last_complete_at" DESC NULLS LAST,"survey_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "surveys_in_status" ON "surveys" USING btree ("account_id","status","id");--> statement-breakpoint
CREATE INDEX "surveys_by_respondents" ON "surveys" USING btree ("account_id","status","respondents","id");--> statement-breakpoint
CREATE INDEX "surveys_by_price" ON "surveys" USING btree ("account_id","status","offered_price_per_complete","id");--> statement-breakpoint
CREATE INDEX "surveys_by_length" ON "surveys" USING btree ("account_id","status","length_of_interview","id");--> statement-breakpoint
CREATE INDEX "surveys_by_incidence" ON "surveys" USING btree ("account_id","status","incidence_rate","id");--> statement-breakpoint
CREATE INDEX "surveys_by_end" ON "surveys" USING btree ("account_id","status","out_of_field_at","id");--> statement-breakpoint
CREATE INDEX "surveys_by_name" ON "surveys" USING btree ("account_id","status","name","id");