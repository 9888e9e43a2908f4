ALTER TABLE "agent_confirmations" ADD COLUMN "calls" jsonb;--> statement-breakpoint
ALTER TABLE "agent_messages" ADD COLUMN "context" jsonb;