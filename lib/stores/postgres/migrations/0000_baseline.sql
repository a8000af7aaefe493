CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"reply_shape" text DEFAULT 'flat' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_name_unique" UNIQUE("name")
);
--> statement-breakpoint
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
	"surveys" integer NOT NULL,
	"touched" bigint[] DEFAULT '{}' NOT NULL
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
	"survey" bigint NOT NULL,
	"record" bigint NOT NULL,
	"search" boolean NOT NULL,
	"predupes" boolean NOT NULL,
	"search_change" bigint,
	"predupes_change" bigint,
	CONSTRAINT "activation_states_survey_record_pk" PRIMARY KEY("survey","record")
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
CREATE TABLE "answer_revisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "answer_revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"answer_set" uuid NOT NULL,
	"previous" bigint,
	"mode" text NOT NULL,
	"state" text NOT NULL,
	"table_name" text NOT NULL,
	"file_name" text NOT NULL,
	"plan" jsonb NOT NULL,
	"questions" jsonb NOT NULL,
	"weights" jsonb NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"responses" integer DEFAULT 0 NOT NULL,
	"brought" jsonb,
	"problem" text,
	"who" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"held_at" timestamp (3) with time zone,
	"visible_at" timestamp (3) with time zone,
	"detached_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "answer_sets" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"weights" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" bigint,
	"columns_given" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "default_views" (
	"person_id" uuid NOT NULL,
	"list" text NOT NULL,
	"view_id" text NOT NULL,
	CONSTRAINT "default_views_person_id_list_pk" PRIMARY KEY("person_id","list")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"person_id" uuid NOT NULL,
	"thing" text NOT NULL,
	"thing_id" text NOT NULL,
	"base" jsonb,
	"draft" jsonb NOT NULL,
	"writer" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_person_id_thing_thing_id_pk" PRIMARY KEY("person_id","thing","thing_id")
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
CREATE TABLE "job_items" (
	"job_id" uuid NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	"label" text NOT NULL,
	"input" jsonb,
	"state" text DEFAULT 'waiting' NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"message" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_items_job_id_key_pk" PRIMARY KEY("job_id","key")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"connection" text NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"input" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"token" "bytea",
	"undo_of" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"lease_holder" uuid
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
	"time_zone" text,
	"number_format" text,
	"last_seen_at" timestamp (3) with time zone,
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
CREATE TABLE "quota_templates" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"country_code" text,
	"quotas" jsonb NOT NULL,
	"who" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "reconciliation_reasons" (
	"connection" text NOT NULL,
	"survey_id" text NOT NULL,
	"rdud" text NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"who" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reconciliation_reasons_connection_survey_id_rdud_pk" PRIMARY KEY("connection","survey_id","rdud")
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
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"connection" text NOT NULL,
	"account_id" text,
	"person_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"accounts" jsonb NOT NULL,
	"token" "bytea" NOT NULL,
	"user_agent" text,
	"client_address" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "single_use_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "soft_launches" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"connection" text NOT NULL,
	"survey_id" text NOT NULL,
	"person_id" uuid NOT NULL,
	"share" numeric(5, 2) NOT NULL,
	"full_targets" jsonb NOT NULL,
	"set_targets" jsonb NOT NULL,
	"expected" jsonb NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"token" "bytea",
	"problem" text,
	"checked_at" timestamp (3) with time zone,
	"reached_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "survey_copies" (
	"connection" text NOT NULL,
	"credential" text NOT NULL,
	"survey_id" text NOT NULL,
	"position" integer NOT NULL,
	"project_id" text,
	"name" text,
	"status" text,
	"respondents" double precision,
	"survey_completes" double precision,
	"total_cost" double precision,
	"offered_price_per_complete" double precision,
	"length_of_interview" double precision,
	"incidence_rate" double precision,
	"out_of_field_at" timestamp (3) with time zone,
	"last_complete_at" timestamp (3) with time zone,
	"survey" jsonb NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"written_at" timestamp (3) with time zone,
	CONSTRAINT "survey_copies_connection_credential_survey_id_pk" PRIMARY KEY("connection","credential","survey_id")
);
--> statement-breakpoint
CREATE TABLE "survey_copy_runs" (
	"connection" text NOT NULL,
	"credential" text NOT NULL,
	"generation" bigint DEFAULT 0 NOT NULL,
	"as_of" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone,
	"begun_at" timestamp (3) with time zone,
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
CREATE TABLE "survey_links" (
	"connection" text NOT NULL,
	"survey_id" text NOT NULL,
	"survey_number" text NOT NULL,
	"who" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "survey_links_connection_survey_id_pk" PRIMARY KEY("connection","survey_id")
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
CREATE TABLE "table_recordings" (
	"view_id" uuid PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"who" text NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"frozen_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "trend_notes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"day" text NOT NULL,
	"text" text NOT NULL,
	"who" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
ALTER TABLE "activation_changes" ADD CONSTRAINT "activation_changes_account_activation_accounts_id_fk" FOREIGN KEY ("account") REFERENCES "public"."activation_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_records" ADD CONSTRAINT "activation_records_survey_activation_surveys_id_fk" FOREIGN KEY ("survey") REFERENCES "public"."activation_surveys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_surveys" ADD CONSTRAINT "activation_surveys_account_activation_accounts_id_fk" FOREIGN KEY ("account") REFERENCES "public"."activation_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_revisions" ADD CONSTRAINT "answer_revisions_answer_set_answer_sets_id_fk" FOREIGN KEY ("answer_set") REFERENCES "public"."answer_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "default_views" ADD CONSTRAINT "default_views_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_project_manager_id_users_id_fk" FOREIGN KEY ("project_manager_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotas" ADD CONSTRAINT "quotas_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "responses" ADD CONSTRAINT "responses_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "single_use_tokens" ADD CONSTRAINT "single_use_tokens_account_activation_accounts_id_fk" FOREIGN KEY ("account") REFERENCES "public"."activation_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "soft_launches" ADD CONSTRAINT "soft_launches_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_counts" ADD CONSTRAINT "survey_counts_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "surveys" ADD CONSTRAINT "surveys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "surveys" ADD CONSTRAINT "surveys_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_recordings" ADD CONSTRAINT "table_recordings_view_id_saved_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "activation_accounts_by_name" ON "activation_accounts" USING btree ("connection","account_id");--> statement-breakpoint
CREATE INDEX "activation_changes_beside_jobs" ON "activation_changes" USING btree ("account","at") WHERE origin <> 'job';--> statement-breakpoint
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
CREATE INDEX "answer_revisions_of_set" ON "answer_revisions" USING btree ("answer_set","id");--> statement-breakpoint
CREATE UNIQUE INDEX "answer_sets_of_project" ON "answer_sets" USING btree ("connection","account_id","project_id");--> statement-breakpoint
CREATE INDEX "api_keys_of_account" ON "api_keys" USING btree ("connection","account_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_of_account" ON "audit" USING btree ("connection","account_id","id");--> statement-breakpoint
CREATE INDEX "audit_of_thing" ON "audit" USING btree ("connection","thing","thing_id","id");--> statement-breakpoint
CREATE INDEX "job_items_in_order" ON "job_items" USING btree ("job_id","position");--> statement-breakpoint
CREATE INDEX "job_items_by_state" ON "job_items" USING btree ("job_id","state","position");--> statement-breakpoint
CREATE INDEX "jobs_of_person" ON "jobs" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "jobs_unfinished" ON "jobs" USING btree ("created_at") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "jobs_of_account" ON "jobs" USING btree ("connection",(input ->> 'account_id'),"kind","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "people_by_email" ON "people" USING btree ("connection","email");--> statement-breakpoint
CREATE INDEX "projects_in_order" ON "projects" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "projects_name_trigrams" ON "projects" USING gin ("project_name" gin_trgm_ops,"project_number" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "quota_templates_by_name" ON "quota_templates" USING btree ("connection","account_id",lower("name"));--> statement-breakpoint
CREATE INDEX "quotas_of_survey" ON "quotas" USING btree ("survey_id","position");--> statement-breakpoint
CREATE INDEX "responses_of_survey" ON "responses" USING btree ("survey_id","started_at","rdud");--> statement-breakpoint
CREATE INDEX "saved_views_of_list" ON "saved_views" USING btree ("connection","list","account_id","person_id");--> statement-breakpoint
CREATE INDEX "sessions_of_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "single_use_tokens_expired" ON "single_use_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "soft_launches_of_survey" ON "soft_launches" USING btree ("connection","survey_id");--> statement-breakpoint
CREATE INDEX "soft_launches_running" ON "soft_launches" USING btree ("checked_at") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "survey_copies_in_order" ON "survey_copies" USING btree ("connection","credential","position");--> statement-breakpoint
CREATE INDEX "survey_copies_by_project" ON "survey_copies" USING btree ("connection","credential","project_id");--> statement-breakpoint
CREATE INDEX "survey_copies_name_trigrams" ON "survey_copies" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "survey_counts_stale" ON "survey_counts" USING btree ("survey_id") WHERE changes <> computed;--> statement-breakpoint
CREATE INDEX "survey_counts_by_completes" ON "survey_counts" USING btree ("completes","survey_id");--> statement-breakpoint
CREATE INDEX "survey_counts_by_last_complete" ON "survey_counts" USING btree ("last_complete_at" DESC NULLS LAST,"survey_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "survey_links_by_number" ON "survey_links" USING btree ("connection","survey_number");--> statement-breakpoint
CREATE INDEX "surveys_in_order" ON "surveys" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "surveys_by_status" ON "surveys" USING btree ("account_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "surveys_by_project" ON "surveys" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "surveys_in_status" ON "surveys" USING btree ("account_id","status","id");--> statement-breakpoint
CREATE INDEX "surveys_by_name" ON "surveys" USING btree ("account_id","status",("name" collate "und-x-icu"),"id");--> statement-breakpoint
CREATE INDEX "surveys_by_respondents" ON "surveys" USING btree ("account_id","status","respondents","id");--> statement-breakpoint
CREATE INDEX "surveys_by_price" ON "surveys" USING btree ("account_id","status","offered_price_per_complete","id");--> statement-breakpoint
CREATE INDEX "surveys_by_length" ON "surveys" USING btree ("account_id","status","length_of_interview","id");--> statement-breakpoint
CREATE INDEX "surveys_by_incidence" ON "surveys" USING btree ("account_id","status","incidence_rate","id");--> statement-breakpoint
CREATE INDEX "surveys_by_end" ON "surveys" USING btree ("account_id","status","out_of_field_at","id");--> statement-breakpoint
CREATE INDEX "surveys_ending" ON "surveys" USING btree ("out_of_field_at") WHERE status = 'Live';--> statement-breakpoint
CREATE INDEX "surveys_name_trigrams" ON "surveys" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "trend_notes_of_project" ON "trend_notes" USING btree ("connection","account_id","project_id","day");--> statement-breakpoint
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
