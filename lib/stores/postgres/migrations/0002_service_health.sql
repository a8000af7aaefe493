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
