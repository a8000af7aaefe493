CREATE TABLE "activation_accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activation_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"connection" text NOT NULL,
	"account_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activation_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activation_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"who" text NOT NULL,
	"origin" text NOT NULL,
	"request_id" text NOT NULL,
	"type" text NOT NULL,
	"route" text NOT NULL,
	"selectors" jsonb NOT NULL,
	"records" integer NOT NULL,
	"surveys" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activation_records" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activation_records_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account" integer NOT NULL,
	"survey" bigint NOT NULL,
	"session_id" text NOT NULL,
	"ip_address" text,
	"cookie" text,
	"panel_id" text,
	"hashed_email" text,
	"user_agent" text,
	"user_agent_hash" bigint GENERATED ALWAYS AS (hashtextextended(user_agent, 0)) STORED,
	"recorded_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activation_states" (
	"record" bigint PRIMARY KEY NOT NULL,
	"survey" bigint NOT NULL,
	"search" boolean NOT NULL,
	"predupes" boolean NOT NULL,
	"search_change" bigint,
	"predupes_change" bigint
);
--> statement-breakpoint
CREATE TABLE "activation_surveys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activation_surveys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account" integer NOT NULL,
	"survey_number" text NOT NULL,
	"search" boolean DEFAULT true NOT NULL,
	"predupes" boolean DEFAULT true NOT NULL,
	"search_change" bigint,
	"predupes_change" bigint
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"interface" text NOT NULL,
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"account_name" text NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"begins" text NOT NULL,
	"who" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "single_use_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "survey_links" (
	"connection" text NOT NULL,
	"survey_id" text NOT NULL,
	"survey_number" text NOT NULL,
	"who" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "survey_links_connection_survey_id_pk" PRIMARY KEY("connection","survey_id")
);
--> statement-breakpoint
ALTER TABLE "activation_changes" ADD CONSTRAINT "activation_changes_account_activation_accounts_id_fk" FOREIGN KEY ("account") REFERENCES "public"."activation_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_records" ADD CONSTRAINT "activation_records_survey_activation_surveys_id_fk" FOREIGN KEY ("survey") REFERENCES "public"."activation_surveys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_surveys" ADD CONSTRAINT "activation_surveys_account_activation_accounts_id_fk" FOREIGN KEY ("account") REFERENCES "public"."activation_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "single_use_tokens" ADD CONSTRAINT "single_use_tokens_account_activation_accounts_id_fk" FOREIGN KEY ("account") REFERENCES "public"."activation_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "activation_accounts_by_name" ON "activation_accounts" USING btree ("connection","account_id");--> statement-breakpoint
CREATE INDEX "activation_changes_of_clients" ON "activation_changes" USING btree ("account","id") WHERE origin = 'service';--> statement-breakpoint
CREATE UNIQUE INDEX "activation_records_by_session" ON "activation_records" USING btree ("account","session_id","survey");--> statement-breakpoint
CREATE INDEX "activation_records_of_survey" ON "activation_records" USING btree ("survey","recorded_at","id");--> statement-breakpoint
CREATE INDEX "activation_records_by_ip" ON "activation_records" USING btree ("account","ip_address","user_agent_hash","id") WHERE ip_address is not null;--> statement-breakpoint
CREATE INDEX "activation_records_by_cookie" ON "activation_records" USING btree ("account","cookie","id") WHERE cookie is not null;--> statement-breakpoint
CREATE INDEX "activation_records_by_panel" ON "activation_records" USING btree ("account","panel_id","id") WHERE panel_id is not null;--> statement-breakpoint
CREATE INDEX "activation_records_by_email" ON "activation_records" USING btree ("account","hashed_email","id") WHERE hashed_email is not null;--> statement-breakpoint
CREATE INDEX "activation_records_by_agent" ON "activation_records" USING btree ("account","user_agent_hash","id") WHERE user_agent_hash is not null;--> statement-breakpoint
CREATE INDEX "activation_records_in_order" ON "activation_records" USING btree ("account","recorded_at","id");--> statement-breakpoint
CREATE INDEX "activation_records_personal" ON "activation_records" USING btree ("recorded_at") WHERE ip_address is not null or cookie is not null or hashed_email is not null or user_agent is not null;--> statement-breakpoint
CREATE INDEX "activation_states_search" ON "activation_states" USING btree ("survey","search","record");--> statement-breakpoint
CREATE INDEX "activation_states_predupes" ON "activation_states" USING btree ("survey","predupes","record");--> statement-breakpoint
CREATE UNIQUE INDEX "activation_surveys_by_number" ON "activation_surveys" USING btree ("account","survey_number");--> statement-breakpoint
CREATE INDEX "api_keys_of_account" ON "api_keys" USING btree ("connection","account_id","created_at");--> statement-breakpoint
CREATE INDEX "single_use_tokens_expired" ON "single_use_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "survey_links_by_number" ON "survey_links" USING btree ("connection","survey_number");--> statement-breakpoint
CREATE INDEX "jobs_of_account" ON "jobs" USING btree ("connection",(input ->> 'account_id'),"kind","created_at");