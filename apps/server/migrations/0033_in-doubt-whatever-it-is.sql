DROP INDEX "messages_in_doubt";--> statement-breakpoint
CREATE INDEX "messages_in_doubt" ON "messages" USING btree ("engine_id") WHERE in_doubt;