CREATE TABLE "quality_score_lines" (
	"respondent" bigint PRIMARY KEY NOT NULL,
	"survey_id" uuid NOT NULL,
	"line" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "respondent_deletions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "respondent_deletions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"survey_id" text NOT NULL,
	"project_id" text,
	"is_whole" boolean NOT NULL,
	"respondent_ids" text[] NOT NULL,
	"who" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "quality_score_lines" ADD CONSTRAINT "quality_score_lines_respondent_quality_respondents_id_fk" FOREIGN KEY ("respondent") REFERENCES "public"."quality_respondents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quality_score_lines_in_order" ON "quality_score_lines" USING btree ("survey_id","respondent");--> statement-breakpoint
CREATE INDEX "respondent_deletions_of_survey" ON "respondent_deletions" USING btree ("connection","account_id","survey_id");--> statement-breakpoint
-- One line of JSON: what lists and figures of a survey need of each of its respondents.
CREATE FUNCTION quality_score_line(r quality_respondents) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT json_build_array(
    r.id, r.respondent_id, r.is_excluded, r.decided_by, floor(extract(epoch FROM r.created_at) * 1000),
    r.scores -> 'serviceScore',
    (SELECT json_object_agg(c ->> 'qualityCheck', json_build_object('score', c -> 'score', 'points', (
        SELECT count(*) FROM jsonb_array_elements(r.scores -> 'points') AS p
        WHERE p -> 'qualityCheck' = c -> 'qualityCheck' AND p ->> 'score' <> '-999')))
      FROM jsonb_array_elements(r.scores -> 'checks') AS c),
    (SELECT json_object_agg(category, answers) FROM (
        SELECT p ->> 'category' AS category, count(*) AS answers FROM jsonb_array_elements(r.scores -> 'points') AS p
        WHERE p ->> 'category' IS NOT NULL GROUP BY 1) AS counted),
    r.rule_reasons)::text
$$;
--> statement-breakpoint
CREATE FUNCTION quality_score_line_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO quality_score_lines (respondent, survey_id, line)
    VALUES (NEW.id, NEW.survey_id, quality_score_line(NEW))
    ON CONFLICT (respondent) DO UPDATE SET line = excluded.line;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER quality_score_line_follows
  AFTER INSERT OR UPDATE OF respondent_id, scores, rule_reasons, is_excluded, decided_by ON quality_respondents
  FOR EACH ROW EXECUTE FUNCTION quality_score_line_follows();
--> statement-breakpoint
INSERT INTO quality_score_lines (respondent, survey_id, line)
  SELECT r.id, r.survey_id, quality_score_line(r) FROM quality_respondents AS r;