ALTER TABLE "answer_revisions" ADD COLUMN "sessions_state" text;--> statement-breakpoint
ALTER TABLE "answer_revisions" ADD COLUMN "is_automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "answer_sets" ADD COLUMN "keeps_sessions" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "answer_sets" ADD COLUMN "sessions_problem" text;