DROP INDEX "messages_first_contacts";--> statement-breakpoint
DROP INDEX "messages_replies";--> statement-breakpoint
DROP INDEX "messages_quiet";--> statement-breakpoint
DROP INDEX "messages_overdue";--> statement-breakpoint
DROP INDEX "messages_updated_at";--> statement-breakpoint
CREATE INDEX "messages_side_lines" ON "messages" USING btree ("engine_id","hold_rule","claimable_at","id") WHERE status = 'pending' and hold_rule in ('first_contact', 'reply');--> statement-breakpoint
CREATE INDEX "messages_held" ON "messages" USING btree ("hold_rule","workspace_id","recipient") WHERE status = 'pending' and hold_rule in ('quiet_hours', 'overdue');--> statement-breakpoint
CREATE INDEX "messages_updated_at" ON "messages" USING btree ("workspace_id","updated_at","due_at","id") WHERE status <> 'sending' and not deleted;