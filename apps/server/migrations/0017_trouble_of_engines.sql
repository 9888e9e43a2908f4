ALTER TABLE "engines" ADD COLUMN "status_generation" bigint;--> statement-breakpoint
ALTER TABLE "engines" ADD COLUMN "trouble" jsonb;