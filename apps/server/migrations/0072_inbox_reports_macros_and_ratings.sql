CREATE TABLE "inbox_macros" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"actions" jsonb NOT NULL,
	"is_shared" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversation_events" ADD COLUMN "workspace_id" uuid;--> statement-breakpoint
UPDATE "conversation_events" SET "workspace_id" = "conversations"."workspace_id" FROM "conversations" WHERE "conversations"."id" = "conversation_events"."conversation_id";--> statement-breakpoint
ALTER TABLE "conversation_events" ALTER COLUMN "workspace_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_events" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "conversation_events" ADD COLUMN "team_id" uuid;--> statement-breakpoint
ALTER TABLE "conversation_events" ADD COLUMN "since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversation_events" ADD COLUMN "business_ms" bigint;--> statement-breakpoint
ALTER TABLE "conversation_events" ADD COLUMN "is_first" boolean;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "rating" smallint;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "rating_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "rating_message_id" uuid;--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD COLUMN "rating_question" text;--> statement-breakpoint
ALTER TABLE "inbox_macros" ADD CONSTRAINT "inbox_macros_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_macros" ADD CONSTRAINT "inbox_macros_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_macros_by_name" ON "inbox_macros" USING btree ("workspace_id","name","id");--> statement-breakpoint
ALTER TABLE "conversation_events" ADD CONSTRAINT "conversation_events_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_events_report" ON "conversation_events" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "conversation_events_unmeasured" ON "conversation_events" USING btree ("id") WHERE since is not null and business_ms is null;