CREATE TABLE "demo_things" (
	"thing" text NOT NULL,
	"thing_id" uuid NOT NULL,
	CONSTRAINT "demo_things_thing_thing_id_pk" PRIMARY KEY("thing","thing_id")
);
--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "demo_removed_at" timestamp (3) with time zone;--> statement-breakpoint
-- A demo of before: whatever is not known to be somebody's.
INSERT INTO demo_things (thing, thing_id)
  SELECT 'surveys', s.id FROM surveys s JOIN accounts a ON a.id = s.account_id
  WHERE a.name IN ('Demo Research', 'Other Agency') AND starts_with(s.entry_link, 'https://surveys.example/s/')
    AND NOT EXISTS (SELECT FROM audit e WHERE e.connection = 'built-in' AND e.thing = 'surveys'
      AND e.thing_id = s.id::text AND e.action = 'createSurvey')
  UNION ALL
  SELECT 'projects', p.id FROM projects p JOIN accounts a ON a.id = p.account_id
  WHERE a.name IN ('Demo Research', 'Other Agency') AND p.project_number ~ '^(DR-[0-9]+|OA-1001|DEMO-TRACKER)$'
    AND NOT EXISTS (SELECT FROM audit e WHERE e.connection = 'built-in' AND e.thing = 'projects'
      AND e.thing_id = p.id::text AND e.action = 'createProject')
  UNION ALL
  SELECT 'views', v.id FROM saved_views v JOIN projects p ON v.query LIKE '%project=' || p.id || '%'
  WHERE p.project_number = 'DEMO-TRACKER' AND v.account_id = p.account_id::text
    AND v.name LIKE '%(demo data)';
