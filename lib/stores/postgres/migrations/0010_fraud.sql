CREATE TABLE "fraud_accounts" (
	"account" integer PRIMARY KEY NOT NULL,
	"platforms" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"encryption_key" "bytea",
	"encryption_key_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "fraud_person_links" (
	"record" bigint PRIMARY KEY NOT NULL,
	"earlier" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fraud_reviews" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fraud_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account" integer NOT NULL,
	"survey_number" text NOT NULL,
	"session_id" text NOT NULL,
	"question_id" text NOT NULL,
	"scores" jsonb NOT NULL,
	"words" text,
	"bands" bigint[],
	"reviewed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fraud_sessions" (
	"record" bigint PRIMARY KEY NOT NULL,
	"account" integer NOT NULL,
	"survey" bigint NOT NULL,
	"subnet" text,
	"country_code" text,
	"said_country_code" text,
	"platform_id" text,
	"results" jsonb NOT NULL,
	"duplicate_score" smallint NOT NULL,
	"threat_score" smallint NOT NULL,
	"failure_reason" text NOT NULL,
	"initial_session" text,
	"searched_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fraud_accounts" ADD CONSTRAINT "fraud_accounts_account_activation_accounts_id_fk" FOREIGN KEY ("account") REFERENCES "public"."activation_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fraud_reviews" ADD CONSTRAINT "fraud_reviews_account_activation_accounts_id_fk" FOREIGN KEY ("account") REFERENCES "public"."activation_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fraud_sessions" ADD CONSTRAINT "fraud_sessions_record_activation_records_id_fk" FOREIGN KEY ("record") REFERENCES "public"."activation_records"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fraud_reviews_by_session" ON "fraud_reviews" USING btree ("account","session_id","survey_number","question_id");--> statement-breakpoint
CREATE INDEX "fraud_reviews_by_band" ON "fraud_reviews" USING gin ("bands") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "fraud_reviews_personal" ON "fraud_reviews" USING btree ("reviewed_at") WHERE words is not null;--> statement-breakpoint
CREATE INDEX "fraud_sessions_by_subnet" ON "fraud_sessions" USING btree ("account","survey","subnet","searched_at") WHERE subnet is not null;--> statement-breakpoint
CREATE INDEX "fraud_sessions_personal" ON "fraud_sessions" USING btree ("searched_at") WHERE subnet is not null;