DROP INDEX "surveys_by_name";--> statement-breakpoint
CREATE INDEX "surveys_by_name" ON "surveys" USING btree ("account_id","status",("name" collate "und-x-icu"),"id");