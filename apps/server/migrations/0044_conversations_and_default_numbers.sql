ALTER TABLE "agent_confirmations" ADD COLUMN "calls" jsonb;--> statement-breakpoint
ALTER TABLE "agent_messages" ADD COLUMN "context" jsonb;--> statement-breakpoint
ALTER TABLE "engines" ADD COLUMN "is_default" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "engines_default" ON "engines" USING btree ("workspace_id") WHERE "engines"."is_default";--> statement-breakpoint
-- New messages went to the oldest engine. Where a workspace has several, that one stays the default until somebody chooses another.
UPDATE "engines" SET "is_default" = true WHERE "id" IN (
  SELECT (array_agg("id" ORDER BY "id"))[1] FROM "engines"
  WHERE "active" AND "engine_type" = 'session-pod' AND "desired" = 'running'
  GROUP BY "workspace_id" HAVING count(*) > 1
);
