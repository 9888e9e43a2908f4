CREATE TABLE "inbound_webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"name" text NOT NULL,
	"template_id" uuid,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "inbound_webhooks_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "engine_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "label_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_webhooks" ADD CONSTRAINT "inbound_webhooks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_webhooks" ADD CONSTRAINT "inbound_webhooks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_webhooks" ADD CONSTRAINT "inbound_webhooks_template_id_campaign_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."campaign_templates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbound_webhooks_workspace_id_created_at_index" ON "inbound_webhooks" USING btree ("workspace_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inbound_webhooks_created_by_index" ON "inbound_webhooks" USING btree ("created_by");--> statement-breakpoint
-- The same as before, for those webhooks alone whose filters let it pass: by its engine and by the labels of its contact. What has neither passes.
CREATE OR REPLACE FUNCTION "record_webhook_event"("of_workspace" uuid, "of_type" text, "about" text, "told" jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "wanted" uuid[];
  "event" uuid := gen_random_uuid();
  "contact" text := coalesce("told" ->> 'to', "told" ->> 'chatId');
  "engine" uuid := ("told" ->> CASE WHEN "of_type" LIKE 'session.%' THEN 'id' ELSE 'engineId' END)::uuid;
BEGIN
  SELECT array_agg("id") INTO "wanted" FROM "webhook_endpoints"
  WHERE "workspace_id" = "of_workspace" AND "state" = 'enabled' AND "of_type" = ANY ("events")
    AND ("engine_ids" = '{}' OR "engine" = ANY ("engine_ids") OR ("engine" IS NULL AND "contact" IS NULL))
    AND ("label_ids" = '{}' OR "contact" IS NULL OR EXISTS (
      SELECT FROM "contacts" JOIN "contact_labels" ON "contact_labels"."contact_id" = "contacts"."id"
      WHERE "contacts"."workspace_id" = "of_workspace" AND "contacts"."mobile" = "contact"
        AND "contact_labels"."collection_id" = ANY ("label_ids")));
  IF "wanted" IS NULL THEN RETURN; END IF;
  INSERT INTO "webhook_events" ("id", "workspace_id", "type", "data") VALUES ("event", "of_workspace", "of_type", "told");
  INSERT INTO "webhook_deliveries" ("id", "workspace_id", "endpoint_id", "event_id", "subject")
  SELECT gen_random_uuid(), "of_workspace", "endpoint", "event", "about" FROM unnest("wanted") AS "endpoint";
END $$;
