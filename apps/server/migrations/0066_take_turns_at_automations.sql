DROP INDEX "automation_runs_pending";--> statement-breakpoint
CREATE INDEX "automation_runs_pending" ON "automation_runs" USING btree ("workspace_id","id") WHERE state = 'pending';