CREATE TABLE "undelivered_chats" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"hook" text NOT NULL,
	"chat" jsonb NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"reason" text NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "undelivered_chats" ADD CONSTRAINT "undelivered_chats_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "undelivered_chats_next" ON "undelivered_chats" USING btree ("next_attempt_at") WHERE "undelivered_chats"."next_attempt_at" is not null;