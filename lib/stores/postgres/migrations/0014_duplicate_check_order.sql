ALTER TABLE "activation_states" DROP CONSTRAINT "activation_states_pkey";--> statement-breakpoint
ALTER TABLE "activation_states" ADD CONSTRAINT "activation_states_survey_record_pk" PRIMARY KEY("survey","record");
