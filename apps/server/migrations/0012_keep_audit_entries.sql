CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"on_behalf_of" uuid,
	"action" text NOT NULL,
	"subject" text,
	"details" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_entries_listing" ON "audit_entries" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id");