-- Every survey has a row of counts, and every change of its responses says that they have to be added up again.
CREATE FUNCTION survey_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO survey_counts (survey_id) SELECT id FROM added;
  INSERT INTO survey_totals (account_id, status, surveys)
    SELECT account_id, status, count(*) FROM added GROUP BY account_id, status
    ON CONFLICT (account_id, status) DO UPDATE SET surveys = survey_totals.surveys + excluded.surveys;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER survey_begins AFTER INSERT ON surveys REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION survey_begins();
--> statement-breakpoint
CREATE FUNCTION survey_changes_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO survey_totals (account_id, status, surveys)
    SELECT account_id, status, sum(change) FROM (
      SELECT account_id, status, 1 AS change FROM now_so
      UNION ALL
      SELECT account_id, status, -1 FROM before_so
    ) AS moves GROUP BY account_id, status HAVING sum(change) <> 0
    -- One order for everybody, so that two statements never wait for each other's rows.
    ORDER BY account_id, status
    ON CONFLICT (account_id, status) DO UPDATE SET surveys = survey_totals.surveys + excluded.surveys;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER survey_changes_status AFTER UPDATE ON surveys
  REFERENCING OLD TABLE AS before_so NEW TABLE AS now_so
  FOR EACH STATEMENT EXECUTE FUNCTION survey_changes_status();
--> statement-breakpoint
CREATE FUNCTION responses_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE survey_counts SET changes = changes + 1 WHERE survey_id IN (
    SELECT c.survey_id FROM survey_counts c
    WHERE c.survey_id IN (SELECT DISTINCT survey_id FROM changed) ORDER BY c.survey_id FOR UPDATE
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER responses_added AFTER INSERT ON responses REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION responses_change();
--> statement-breakpoint
CREATE TRIGGER responses_changed AFTER UPDATE ON responses REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION responses_change();
--> statement-breakpoint
CREATE TRIGGER responses_removed AFTER DELETE ON responses REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION responses_change();
--> statement-breakpoint
-- What has been written into the audit stays as it was written.
CREATE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Audit entries cannot be changed or removed.';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION audit_stays();
