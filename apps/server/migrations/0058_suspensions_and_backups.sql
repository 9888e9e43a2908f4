ALTER TABLE "installations" ADD COLUMN "backup_failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "installations" ADD COLUMN "backup_failure" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "messages_deleted" ON "messages" USING btree ("updated_at") WHERE deleted;