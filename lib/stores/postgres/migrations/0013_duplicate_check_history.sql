DROP INDEX "activation_changes_of_clients";--> statement-breakpoint
CREATE INDEX "activation_changes_beside_jobs" ON "activation_changes" USING btree ("account","at") WHERE origin <> 'job';