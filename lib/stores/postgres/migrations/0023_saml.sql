CREATE TABLE "saml_assertions" (
	"issuer" text NOT NULL,
	"assertion_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saml_assertions_issuer_assertion_id_pk" PRIMARY KEY("issuer","assertion_id")
);
--> statement-breakpoint
CREATE TABLE "saml_sign_ins" (
	"relay_hash" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"request_id" text NOT NULL,
	"browser_hash" text NOT NULL,
	"next" text NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"ticket_hash" text,
	"proven" "bytea",
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "saml_assertions_ending" ON "saml_assertions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saml_sign_ins_by_ticket" ON "saml_sign_ins" USING btree ("ticket_hash");--> statement-breakpoint
CREATE INDEX "saml_sign_ins_ending" ON "saml_sign_ins" USING btree ("expires_at");