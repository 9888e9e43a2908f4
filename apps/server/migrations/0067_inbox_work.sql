CREATE TABLE "inbox_settings" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"assigns_itself" boolean NOT NULL,
	"capacity" integer NOT NULL,
	"reply_within_minutes" integer,
	"hours" jsonb
);
--> statement-breakpoint
ALTER TABLE "inbox_people" ALTER COLUMN "sees" SET DEFAULT 'all';--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "due_for" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "warn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "inbox_people" ADD COLUMN "capacity" integer;--> statement-breakpoint
ALTER TABLE "inbox_people" ADD COLUMN "here_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD CONSTRAINT "inbox_settings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_due" ON "conversations" USING btree ("workspace_id","due_at","id") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "conversations_due_unset" ON "conversations" USING btree ("id") WHERE waiting_since is distinct from due_for;--> statement-breakpoint
CREATE INDEX "conversations_warned" ON "conversations" USING btree ("warn_at") WHERE warn_at is not null and status = 'open';--> statement-breakpoint
CREATE INDEX "conversations_unassigned" ON "conversations" USING btree ("workspace_id","waiting_since") WHERE status = 'open' and assignee_id is null and waiting_since is not null;