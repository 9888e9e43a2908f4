ALTER TABLE "agent_models" ADD COLUMN "toolless" text;--> statement-breakpoint
-- What was found of a workspace's own model stays known; that of the instance may be another one by now.
UPDATE "agent_models" SET "toolless" = "base_url" || ' ' || "model" WHERE "calls_tools" = false;--> statement-breakpoint
ALTER TABLE "agent_models" DROP COLUMN "calls_tools";
