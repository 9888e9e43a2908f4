ALTER TABLE "messages" ADD COLUMN "idempotency_key" uuid;--> statement-breakpoint
CREATE INDEX "received_messages_about" ON "received_messages" USING btree ("engine_id","chat","quoted_id") WHERE kind in ('reaction', 'vote');--> statement-breakpoint
CREATE INDEX "messages_chat_pending" ON "messages" USING btree ("engine_id","recipient","due_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "messages_idempotency_key" ON "messages" USING btree ("workspace_id","idempotency_key") WHERE idempotency_key is not null;