CREATE TABLE "quota_places" (
	"quota_id" uuid PRIMARY KEY NOT NULL,
	"starts" integer DEFAULT 0 NOT NULL,
	"completes" integer DEFAULT 0 NOT NULL,
	"open" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refused_returns" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refused_returns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"survey_id" uuid,
	"rdud" text,
	"outcome" text NOT NULL,
	"refusal" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"end_links" jsonb NOT NULL,
	"hash_algorithm" text,
	"hash_parameter" text,
	"hash_key" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "survey_places" (
	"survey_id" uuid PRIMARY KEY NOT NULL,
	"starts" integer DEFAULT 0 NOT NULL,
	"completes" integer DEFAULT 0 NOT NULL,
	"open" integer DEFAULT 0 NOT NULL,
	"hour_started_at" timestamp (3) with time zone,
	"counted_before" integer DEFAULT 0 NOT NULL,
	"admitted" integer DEFAULT 0 NOT NULL,
	"checks_duplicates" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "hash_algorithm" text DEFAULT 'SHA-256' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "hash_key" "bytea";--> statement-breakpoint
ALTER TABLE "responses" ADD COLUMN "supplier" text;--> statement-breakpoint
ALTER TABLE "responses" ADD COLUMN "respondent" text;--> statement-breakpoint
ALTER TABLE "responses" ADD COLUMN "test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "responses" ADD COLUMN "reached" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "responses" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "responses" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "responses" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "responses" ADD COLUMN "hash_result" text;--> statement-breakpoint
ALTER TABLE "refused_returns" ADD CONSTRAINT "refused_returns_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_places" ADD CONSTRAINT "survey_places_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refused_returns_of_survey" ON "refused_returns" USING btree ("survey_id","rdud","id");--> statement-breakpoint
CREATE INDEX "refused_returns_by_age" ON "refused_returns" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_by_code" ON "suppliers" USING btree ("account_id","code");--> statement-breakpoint
CREATE UNIQUE INDEX "responses_of_respondent" ON "responses" USING btree ("survey_id","supplier","respondent") WHERE respondent is not null;--> statement-breakpoint
CREATE INDEX "responses_expiring" ON "responses" USING btree ("survey_id","expires_at") WHERE reason is null;
--> statement-breakpoint
-- Sessions from before there was an entry: they have an outcome and its reason, are open, or have expired.
UPDATE responses r SET
  expires_at = r.started_at + greatest(interval '4 hours', s.length_of_interview * interval '10 minutes'),
  reason = CASE
    WHEN r.status = 'complete' THEN 'complete'
    WHEN r.status <> 'in progress' THEN 'client'
    WHEN r.started_at + greatest(interval '4 hours', s.length_of_interview * interval '10 minutes') <= now()
      THEN 'expired'
  END
FROM surveys s WHERE s.id = r.survey_id;
--> statement-breakpoint
INSERT INTO survey_places (survey_id, starts, completes, open)
  SELECT s.id, count(r.rdud), count(*) FILTER (WHERE r.counted),
    count(*) FILTER (WHERE r.status = 'in progress' AND r.reason IS NULL)
  FROM surveys s LEFT JOIN responses r ON r.survey_id = s.id GROUP BY s.id;
--> statement-breakpoint
INSERT INTO quota_places (quota_id, starts, completes, open)
  SELECT quota_id, count(*), count(*) FILTER (WHERE r.counted),
    count(*) FILTER (WHERE r.status = 'in progress' AND r.reason IS NULL)
  FROM responses r, unnest(r.quota_ids) AS quota_id GROUP BY quota_id;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION survey_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO survey_counts (survey_id) SELECT id FROM added;
  INSERT INTO survey_places (survey_id) SELECT id FROM added;
  INSERT INTO survey_totals (account_id, status, surveys)
    SELECT account_id, status, count(*) FROM added GROUP BY account_id, status
    ON CONFLICT (account_id, status) DO UPDATE SET surveys = survey_totals.surveys + excluded.surveys;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TYPE place_move AS (survey_id uuid, quota_ids uuid[], starts int, completes int, open int);
--> statement-breakpoint
CREATE FUNCTION place_move_of(r responses, sign int) RETURNS place_move LANGUAGE sql IMMUTABLE AS $$
  SELECT ROW(r.survey_id, r.quota_ids, sign, sign * r.counted::int,
    sign * (r.status = 'in progress' AND r.reason IS NULL)::int)::place_move
$$;
--> statement-breakpoint
-- What a statement changes in sessions changes the places of their survey and quotas with it. Tests, and who was
-- turned away before the entry link, have none.
CREATE FUNCTION responses_move_places() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moves place_move[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(place_move_of(c::responses, 1)) INTO moves FROM changed c WHERE c.reached AND NOT c.test;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(place_move_of(c::responses, -1)) INTO moves FROM changed c WHERE c.reached AND NOT c.test;
  ELSE
    SELECT array_agg(move) INTO moves FROM (
      SELECT place_move_of(c::responses, 1) AS move FROM changed c WHERE c.reached AND NOT c.test
      UNION ALL
      SELECT place_move_of(b::responses, -1) FROM before_so b WHERE b.reached AND NOT b.test
    ) AS both_sides;
  END IF;
  UPDATE survey_places p SET starts = p.starts + m.starts, completes = p.completes + m.completes, open = p.open + m.open
    FROM (
      SELECT survey_id, sum(starts) AS starts, sum(completes) AS completes, sum(open) AS open
      FROM unnest(moves) GROUP BY survey_id
    ) AS m
    WHERE p.survey_id = m.survey_id AND (m.starts, m.completes, m.open) IS DISTINCT FROM (0, 0, 0);
  INSERT INTO quota_places (quota_id, starts, completes, open)
    SELECT quota_id, sum(starts), sum(completes), sum(open)
    FROM unnest(moves), unnest(quota_ids) AS quota_id GROUP BY quota_id
    HAVING (sum(starts), sum(completes), sum(open)) IS DISTINCT FROM (0, 0, 0)
    -- One order for everybody, so that two statements never wait for each other's rows.
    ORDER BY quota_id
    ON CONFLICT (quota_id) DO UPDATE SET starts = quota_places.starts + excluded.starts,
      completes = quota_places.completes + excluded.completes, open = quota_places.open + excluded.open;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER responses_added_places AFTER INSERT ON responses REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION responses_move_places();
--> statement-breakpoint
CREATE TRIGGER responses_changed_places AFTER UPDATE ON responses
  REFERENCING OLD TABLE AS before_so NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION responses_move_places();
--> statement-breakpoint
CREATE TRIGGER responses_removed_places AFTER DELETE ON responses REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION responses_move_places();
