DROP INDEX "messages_lane";--> statement-breakpoint
DROP INDEX "messages_import_row";--> statement-breakpoint
ALTER TABLE "engine_lanes" ADD COLUMN "first_contacts_aside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_first_contacts" ON "messages" USING btree ("engine_id","claimable_at","id") WHERE status = 'pending' and hold_rule = 'first_contact';--> statement-breakpoint
CREATE INDEX "messages_first_contact_recipients" ON "messages" USING btree ("engine_id","recipient") WHERE status = 'pending' and hold_rule = 'first_contact';--> statement-breakpoint
CREATE INDEX "messages_without_engine" ON "messages" USING btree ("workspace_id") WHERE status = 'pending' and engine_id is null;--> statement-breakpoint
CREATE INDEX "messages_lane" ON "messages" USING btree ("engine_id","claimable_at","id") WHERE status = 'pending' and hold_rule is distinct from 'first_contact';--> statement-breakpoint
CREATE UNIQUE INDEX "messages_import_row" ON "messages" USING btree ("workspace_id","import_id","import_row") WHERE import_id is not null;