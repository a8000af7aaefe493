CREATE TABLE "last_reads" (
	"connection" text NOT NULL,
	"credential" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "last_reads_connection_credential_key_pk" PRIMARY KEY("connection","credential","key")
);
--> statement-breakpoint
CREATE TABLE "service_health" (
	"connection" text NOT NULL,
	"interface" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"last_reply_at" timestamp (3) with time zone,
	"slow_at" timestamp (3) with time zone,
	"probe_at" timestamp (3) with time zone,
	CONSTRAINT "service_health_connection_interface_pk" PRIMARY KEY("connection","interface")
);
--> statement-breakpoint
CREATE INDEX "last_reads_by_age" ON "last_reads" USING btree ("read_at");