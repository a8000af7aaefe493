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
--> statement-breakpoint
-- Reserves the earliest moment at which the call `slot_limit` before it lies a whole `span` back, so that no window
-- of that length ever holds more. Not granted: when that is further ahead than `longest`, or while somebody of a
-- higher rank waits. Large limits are kept in hundredths of the span, each counted until its end has passed.
CREATE FUNCTION take_slot(
  slot_key text, slot_limit int, span interval, longest interval, slot_rank int, hold interval,
  OUT granted boolean, OUT wait_ms float8
) LANGUAGE plpgsql AS $$
DECLARE
  r rate_limits%ROWTYPE;
  t timestamptz;
  go_at timestamptz;
  grain float8 := CASE WHEN slot_limit > 100 THEN extract(epoch FROM span) / 100 ELSE 0 END;
  entry timestamptz;
  calls int := 0;
BEGIN
  INSERT INTO rate_limits (key) VALUES (slot_key) ON CONFLICT (key) DO NOTHING;
  SELECT * INTO r FROM rate_limits WHERE key = slot_key FOR UPDATE;
  t := clock_timestamp();
  WHILE cardinality(r.moments) > 0 AND r.moments[1] <= t - span LOOP
    r.moments := r.moments[2:];
    r.counts := r.counts[2:];
  END LOOP;
  go_at := greatest(t, r.blocked_until);
  FOR i IN REVERSE cardinality(r.moments)..1 LOOP
    calls := calls + r.counts[i];
    IF calls >= slot_limit THEN
      go_at := greatest(go_at, r.moments[i] + span);
      EXIT;
    END IF;
  END LOOP;
  granted := go_at <= t + longest;
  IF r.waiting_rank < slot_rank AND r.waiting_until > t THEN
    granted := false;
    go_at := greatest(go_at, r.waiting_until);
  END IF;
  wait_ms := extract(epoch FROM go_at - t) * 1000;
  IF NOT granted THEN
    RETURN;
  END IF;
  entry := CASE WHEN grain = 0 THEN go_at
    ELSE to_timestamp(ceil(extract(epoch FROM go_at)::float8 / grain) * grain) END;
  IF r.moments[cardinality(r.moments)] = entry THEN
    r.counts[cardinality(r.counts)] := r.counts[cardinality(r.counts)] + 1;
  ELSE
    r.moments := r.moments || entry;
    r.counts := r.counts || 1;
  END IF;
  UPDATE rate_limits SET moments = r.moments, counts = r.counts,
    waiting_rank = CASE WHEN hold > interval '0' THEN slot_rank END,
    waiting_until = CASE WHEN hold > interval '0' THEN go_at + hold END
  WHERE key = slot_key;
END $$;
