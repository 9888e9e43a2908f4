ALTER TABLE "engine_lanes" ADD COLUMN "replies_per_minute" double precision;--> statement-breakpoint
ALTER TABLE "engine_lanes" ADD COLUMN "reply_tokens" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "engine_lanes" ADD COLUMN "gap_from_seconds" double precision;--> statement-breakpoint
ALTER TABLE "engine_lanes" ADD COLUMN "gap_to_seconds" double precision;--> statement-breakpoint
ALTER TABLE "engine_lanes" ADD COLUMN "next_send_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "engine_recipients" ADD COLUMN "wrote_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "messages_replies" ON "messages" USING btree ("engine_id","claimable_at","id") WHERE status = 'pending' and hold_rule = 'reply';