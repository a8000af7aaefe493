CREATE TABLE "audit_exports" (
	"target" text PRIMARY KEY NOT NULL,
	"place" bigint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_retention" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"days" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"place" bigint PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"written_by" "xid8" NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "audit_seals_entry_id_unique" UNIQUE("entry_id")
);
--> statement-breakpoint
-- Entries from before have no transaction to speak of; a constant needs no rewriting of the table.
ALTER TABLE "audit" ADD COLUMN "written_by" xid8 DEFAULT '0'::xid8 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "written_by" SET DEFAULT pg_current_xact_id();--> statement-breakpoint
CREATE INDEX "audit_by_transaction" ON "audit" USING btree ("written_by","id");--> statement-breakpoint
-- An entry stays as it was written, until the owner says that it has become old enough to be removed.
DROP TRIGGER audit_stays ON audit;
--> statement-breakpoint
CREATE TRIGGER audit_stays BEFORE UPDATE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION audit_stays();
--> statement-breakpoint
CREATE FUNCTION audit_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM audit_retention WHERE OLD.at < clock_timestamp() - make_interval(days => days)) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'Audit entries cannot be changed or removed.';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entry_stays BEFORE DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION audit_entry_stays();
--> statement-breakpoint
CREATE TRIGGER audit_seals_stay BEFORE UPDATE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION audit_stays();
--> statement-breakpoint
CREATE FUNCTION audit_seal_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM audit WHERE id = OLD.entry_id) THEN
    RAISE EXCEPTION 'The seal of an audit entry cannot be removed.';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_seal_stays BEFORE DELETE ON audit_seals
  FOR EACH ROW EXECUTE FUNCTION audit_seal_stays();
--> statement-breakpoint
-- Removes old entries in the order of the chain, with the owner's rights: whoever calls it can add entries only, and
-- chooses neither their age nor which of them. The seal of the last one removed stays for the next to rest on.
CREATE FUNCTION forget_audit(up_to bigint, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  oldest timestamptz;
  last_place bigint;
  removed integer;
BEGIN
  SELECT clock_timestamp() - make_interval(days => days) INTO oldest FROM audit_retention;
  IF oldest IS NULL THEN RETURN 0; END IF;
  WITH begin_of_chain AS (
    SELECT s.place, a.at FROM audit_seals s JOIN audit a ON a.id = s.entry_id
    WHERE s.place <= up_to ORDER BY s.place LIMIT most
  )
  SELECT max(place) INTO last_place FROM begin_of_chain
  WHERE place < ALL (SELECT place FROM begin_of_chain WHERE at >= oldest);
  DELETE FROM audit USING audit_seals s WHERE s.entry_id = audit.id AND s.place <= last_place;
  GET DIAGNOSTICS removed = ROW_COUNT;
  DELETE FROM audit_seals WHERE place < last_place;
  RETURN removed;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION forget_audit(bigint, integer) FROM PUBLIC;
