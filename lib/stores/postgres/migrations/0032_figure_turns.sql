-- Unlogged: turns end with the processes that have them, so that a crash or a restore may empty the table.
CREATE UNLOGGED TABLE "figure_turns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"who" text NOT NULL,
	"is_under_way" boolean NOT NULL,
	"asked_at" timestamp (6) with time zone NOT NULL,
	"lease_until" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
-- A process says which turns it has, under way or waiting, and gets those of them that are under way now. Whoever has
-- the fewest under way goes first, then whoever asked first. Other processes hear on the channel of their turns.
CREATE FUNCTION share_figure_turns(
  own_holder uuid, own_ids uuid[], own_whos text[], own_begun uuid[], of_one int, of_all int, lease interval
) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  t timestamptz;
  begun uuid;
  begun_elsewhere uuid[] := '{}';
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('figure_turns', 0));
  t := clock_timestamp();
  DELETE FROM figure_turns WHERE lease_until < t OR (holder = own_holder AND id <> ALL (own_ids));
  INSERT INTO figure_turns (id, holder, who, is_under_way, asked_at, lease_until)
    SELECT own.id, own_holder, own.who, own.id = ANY (own_begun), t + own.nth * interval '1 microsecond', t + lease
    FROM unnest(own_ids, own_whos) WITH ORDINALITY AS own (id, who, nth)
  ON CONFLICT (id) DO UPDATE
    SET lease_until = excluded.lease_until, is_under_way = figure_turns.is_under_way OR excluded.is_under_way
    WHERE figure_turns.lease_until < t + lease * 2 / 3 OR excluded.is_under_way > figure_turns.is_under_way;
  FOR free IN 1 .. of_all - (SELECT count(*) FROM figure_turns WHERE is_under_way)::int LOOP
    UPDATE figure_turns SET is_under_way = true WHERE id = (
      SELECT waiting.id FROM figure_turns AS waiting JOIN (
        SELECT who, count(*) FILTER (WHERE is_under_way) AS begun FROM figure_turns GROUP BY who
      ) AS of_same USING (who)
      WHERE NOT waiting.is_under_way AND of_same.begun < of_one
      ORDER BY of_same.begun, waiting.asked_at LIMIT 1)
    RETURNING id INTO begun;
    EXIT WHEN begun IS NULL;
    IF begun <> ALL (own_ids) THEN
      begun_elsewhere := begun_elsewhere || begun;
    END IF;
  END LOOP;
  IF cardinality(begun_elsewhere) > 0 THEN
    PERFORM pg_notify('figure_turns', array_to_string(begun_elsewhere, ' '));
  END IF;
  RETURN array(SELECT id FROM figure_turns WHERE holder = own_holder AND is_under_way);
END $$;
