ALTER TABLE "engine_lanes" DROP COLUMN "sent_today";--> statement-breakpoint
ALTER TABLE "engine_lanes" DROP COLUMN "counted_day";