CREATE TABLE "quality_answers" (
	"respondent" bigint NOT NULL,
	"survey_id" uuid NOT NULL,
	"data_point_id" text NOT NULL,
	"words" text NOT NULL,
	"bands" bigint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quality_durations" (
	"respondent" bigint NOT NULL,
	"survey_id" uuid NOT NULL,
	"data_point_id" text NOT NULL,
	"duration_ms" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quality_questions" (
	"survey_id" uuid NOT NULL,
	"question_id" text NOT NULL,
	"question" text NOT NULL,
	CONSTRAINT "quality_questions_survey_id_question_id_pk" PRIMARY KEY("survey_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "quality_respondents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quality_respondents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"survey_id" uuid NOT NULL,
	"respondent_id" text NOT NULL,
	"data_points" jsonb NOT NULL,
	"cleaning_settings" jsonb,
	"attributes" jsonb,
	"scores" jsonb NOT NULL,
	"rule_reasons" jsonb NOT NULL,
	"is_excluded" boolean NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quality_surveys" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "quality_answers" ADD CONSTRAINT "quality_answers_respondent_quality_respondents_id_fk" FOREIGN KEY ("respondent") REFERENCES "public"."quality_respondents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_durations" ADD CONSTRAINT "quality_durations_respondent_quality_respondents_id_fk" FOREIGN KEY ("respondent") REFERENCES "public"."quality_respondents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_questions" ADD CONSTRAINT "quality_questions_survey_id_quality_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."quality_surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_respondents" ADD CONSTRAINT "quality_respondents_survey_id_quality_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."quality_surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_surveys" ADD CONSTRAINT "quality_surveys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quality_answers_by_band" ON "quality_answers" USING gin ("bands") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "quality_answers_of_respondent" ON "quality_answers" USING btree ("respondent");--> statement-breakpoint
CREATE INDEX "quality_durations_latest" ON "quality_durations" USING btree ("survey_id","data_point_id","respondent");--> statement-breakpoint
CREATE INDEX "quality_durations_of_respondent" ON "quality_durations" USING btree ("respondent");--> statement-breakpoint
CREATE UNIQUE INDEX "quality_respondents_by_id" ON "quality_respondents" USING btree ("survey_id","respondent_id");--> statement-breakpoint
CREATE INDEX "quality_respondents_in_order" ON "quality_respondents" USING btree ("survey_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "quality_surveys_by_name" ON "quality_surveys" USING btree ("account_id","name");