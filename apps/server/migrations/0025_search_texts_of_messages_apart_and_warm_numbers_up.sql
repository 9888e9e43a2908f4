CREATE TABLE "message_texts" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"contact_name" text NOT NULL,
	"recipient" text NOT NULL,
	"body" text NOT NULL,
	"sent_with" text NOT NULL,
	"campaign_id" text,
	"grams" integer[] NOT NULL,
	"due_time" text NOT NULL,
	"is_recurring" boolean NOT NULL,
	"verify_contact" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_texts_due" (
	"message_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL
);
--> statement-breakpoint
DROP INDEX "messages_listing";--> statement-breakpoint
ALTER TABLE "engine_lanes" ADD COLUMN "warm_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "message_texts" ADD CONSTRAINT "message_texts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_texts_grams" ON "message_texts" USING gin ("grams");--> statement-breakpoint
CREATE INDEX "message_texts_contact_name" ON "message_texts" USING btree ("workspace_id","contact_name" collate "und-x-icu","message_id");--> statement-breakpoint
CREATE INDEX "message_texts_recipient" ON "message_texts" USING btree ("workspace_id","recipient","message_id");--> statement-breakpoint
CREATE INDEX "message_texts_body" ON "message_texts" USING btree ("workspace_id",left("body", 100) collate "und-x-icu","message_id");--> statement-breakpoint
CREATE INDEX "message_texts_sent_with" ON "message_texts" USING btree ("workspace_id","sent_with" collate "und-x-icu","message_id");--> statement-breakpoint
CREATE INDEX "message_texts_campaign" ON "message_texts" USING btree ("workspace_id","campaign_id" collate "und-x-icu","message_id");--> statement-breakpoint
CREATE INDEX "message_texts_due_time" ON "message_texts" USING btree ("workspace_id","due_time","message_id");--> statement-breakpoint
CREATE INDEX "message_texts_recurring" ON "message_texts" USING btree ("workspace_id","is_recurring","message_id");--> statement-breakpoint
CREATE INDEX "message_texts_verified" ON "message_texts" USING btree ("workspace_id","verify_contact","message_id");--> statement-breakpoint
CREATE INDEX "message_texts_created" ON "message_texts" USING btree ("workspace_id","created_at","message_id");--> statement-breakpoint
CREATE INDEX "messages_by_status" ON "messages" USING btree ("workspace_id","status","due_at","id") WHERE not deleted;--> statement-breakpoint
ALTER TABLE "message_texts" SET (toast_tuple_target = 512);--> statement-breakpoint
ALTER TABLE "message_texts" ALTER COLUMN "grams" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "message_texts_due" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0);--> statement-breakpoint
CREATE FUNCTION "message_texts_of_new"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "message_texts_due" ("message_id", "workspace_id") SELECT "id", "workspace_id" FROM "added";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "message_texts_of_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "message_texts_due" ("message_id", "workspace_id") VALUES (OLD."id", OLD."workspace_id");
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "message_texts_of_new" AFTER INSERT ON "messages" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "message_texts_of_new"();--> statement-breakpoint
CREATE TRIGGER "message_texts_of_changed" AFTER UPDATE OF "contact_name", "recipient", "body", "sent_with", "campaign_id", "due_local", "is_recurring", "verify_contact", "deleted" ON "messages" FOR EACH ROW EXECUTE FUNCTION "message_texts_of_changed"();--> statement-breakpoint
CREATE TRIGGER "message_texts_of_gone" AFTER DELETE ON "messages" FOR EACH ROW EXECUTE FUNCTION "message_texts_of_changed"();--> statement-breakpoint
INSERT INTO "message_texts_due" ("message_id", "workspace_id") SELECT "id", "workspace_id" FROM "messages" WHERE NOT "deleted";
