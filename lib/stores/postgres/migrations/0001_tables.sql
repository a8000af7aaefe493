CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"reply_shape" text DEFAULT 'flat' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"connection" text NOT NULL,
	"account_id" text,
	"who" text NOT NULL,
	"origin" text NOT NULL,
	"request_id" text NOT NULL,
	"action" text NOT NULL,
	"thing" text NOT NULL,
	"thing_id" text,
	"before" jsonb,
	"after" jsonb,
	"outcome" text NOT NULL,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "idempotent_replies" (
	"user_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" smallint NOT NULL,
	"reply" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotent_replies_user_id_operation_key_pk" PRIMARY KEY("user_id","operation","key")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"user_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	CONSTRAINT "memberships_user_id_account_id_pk" PRIMARY KEY("user_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"connection" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"project_manager_id" uuid NOT NULL,
	"project_name" text NOT NULL,
	"project_number" text NOT NULL,
	"session_exclusions" text[] DEFAULT '{}' NOT NULL,
	"business_unit" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quotas" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"survey_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"quota" integer NOT NULL,
	"qualifications" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"moments" timestamp (6) with time zone[] DEFAULT '{}' NOT NULL,
	"counts" integer[] DEFAULT '{}' NOT NULL,
	"blocked_until" timestamp (3) with time zone,
	"waiting_rank" smallint,
	"waiting_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "responses" (
	"rdud" text PRIMARY KEY NOT NULL,
	"survey_id" uuid NOT NULL,
	"status" text NOT NULL,
	"reconciliation_status" text,
	"buyer_cpi" numeric(12, 2) NOT NULL,
	"qualification_attributes" jsonb NOT NULL,
	"quota_ids" uuid[] NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"counted" boolean GENERATED ALWAYS AS (reconciliation_status is not distinct from 'Accepted' or (status = 'complete' and reconciliation_status is distinct from 'Rejected')) STORED
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"accounts" jsonb NOT NULL,
	"token" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "survey_copies" (
	"connection" text NOT NULL,
	"credential" text NOT NULL,
	"survey_id" text NOT NULL,
	"position" integer NOT NULL,
	"generation" bigint NOT NULL,
	"project_id" text,
	"name" text,
	"status" text,
	"survey" jsonb NOT NULL,
	CONSTRAINT "survey_copies_connection_credential_survey_id_pk" PRIMARY KEY("connection","credential","survey_id")
);
--> statement-breakpoint
CREATE TABLE "survey_copy_runs" (
	"connection" text NOT NULL,
	"credential" text NOT NULL,
	"generation" bigint DEFAULT 0 NOT NULL,
	"as_of" timestamp (3) with time zone,
	"running_until" timestamp (3) with time zone,
	"read" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"problem" text,
	CONSTRAINT "survey_copy_runs_connection_credential_pk" PRIMARY KEY("connection","credential")
);
--> statement-breakpoint
CREATE TABLE "survey_counts" (
	"survey_id" uuid PRIMARY KEY NOT NULL,
	"changes" bigint DEFAULT 0 NOT NULL,
	"computed" bigint DEFAULT 0 NOT NULL,
	"starts" integer DEFAULT 0 NOT NULL,
	"completes" integer DEFAULT 0 NOT NULL,
	"standard_terminations" integer DEFAULT 0 NOT NULL,
	"quality_terminations" integer DEFAULT 0 NOT NULL,
	"security_terminations" integer DEFAULT 0 NOT NULL,
	"overquota_terminations" integer DEFAULT 0 NOT NULL,
	"total_cost" numeric(14, 2) DEFAULT 0 NOT NULL,
	"actual_length_of_interview" numeric(10, 1),
	"actual_incidence_rate" numeric(5, 1),
	"last_complete_at" timestamp (3) with time zone,
	"quotas" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "survey_totals" (
	"account_id" uuid NOT NULL,
	"status" text NOT NULL,
	"surveys" integer NOT NULL,
	CONSTRAINT "survey_totals_account_id_status_pk" PRIMARY KEY("account_id","status")
);
--> statement-breakpoint
CREATE TABLE "surveys" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"respondents" integer NOT NULL,
	"country_code" text NOT NULL,
	"language_code" text NOT NULL,
	"length_of_interview" integer NOT NULL,
	"incidence_rate" smallint NOT NULL,
	"collects_pii" boolean NOT NULL,
	"hashing_enabled" boolean NOT NULL,
	"out_of_field_date" text NOT NULL,
	"out_of_field_timezone" text NOT NULL,
	"out_of_field_at" timestamp (3) with time zone NOT NULL,
	"device_compatibilities" text[] NOT NULL,
	"calculation_type" text NOT NULL,
	"traffic_control_limit_type" text NOT NULL,
	"entry_link" text NOT NULL,
	"offered_price_per_complete" numeric(12, 2) NOT NULL,
	"went_live_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upstream_tokens" (
	"connection" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"token" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "upstream_tokens_connection_email_pk" PRIMARY KEY("connection","email")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "worker_pulse" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_project_manager_id_users_id_fk" FOREIGN KEY ("project_manager_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotas" ADD CONSTRAINT "quotas_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "responses" ADD CONSTRAINT "responses_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_counts" ADD CONSTRAINT "survey_counts_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "surveys" ADD CONSTRAINT "surveys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "surveys" ADD CONSTRAINT "surveys_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_of_account" ON "audit" USING btree ("connection","account_id","id");--> statement-breakpoint
CREATE INDEX "audit_of_thing" ON "audit" USING btree ("connection","thing","thing_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "people_by_email" ON "people" USING btree ("connection","email");--> statement-breakpoint
CREATE INDEX "projects_in_order" ON "projects" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "quotas_of_survey" ON "quotas" USING btree ("survey_id","position");--> statement-breakpoint
CREATE INDEX "responses_of_survey" ON "responses" USING btree ("survey_id","started_at","rdud");--> statement-breakpoint
CREATE INDEX "sessions_of_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "survey_copies_in_order" ON "survey_copies" USING btree ("connection","credential","position");--> statement-breakpoint
CREATE INDEX "survey_counts_stale" ON "survey_counts" USING btree ("survey_id") WHERE changes <> computed;--> statement-breakpoint
CREATE INDEX "surveys_in_order" ON "surveys" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "surveys_by_status" ON "surveys" USING btree ("account_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "surveys_by_project" ON "surveys" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "surveys_by_name" ON "surveys" USING btree ("account_id","name","id");--> statement-breakpoint
CREATE INDEX "surveys_ending" ON "surveys" USING btree ("out_of_field_at") WHERE status = 'Live';--> statement-breakpoint
CREATE INDEX "surveys_name_trigrams" ON "surveys" USING gin ("name" gin_trgm_ops);