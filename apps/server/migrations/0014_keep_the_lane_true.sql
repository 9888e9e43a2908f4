CREATE TABLE "engine_days" (
	"engine_id" uuid NOT NULL,
	"day" date NOT NULL,
	"sent" integer NOT NULL,
	CONSTRAINT "engine_days_engine_id_day_pk" PRIMARY KEY("engine_id","day")
);
--> statement-breakpoint
ALTER TABLE "engine_lanes" ADD COLUMN "holding_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "in_doubt" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "engine_days" ADD CONSTRAINT "engine_days_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_in_doubt" ON "messages" USING btree ("engine_id") WHERE status = 'pending' and in_doubt;--> statement-breakpoint
UPDATE "messages" SET "tries" = "attempt", "in_doubt" = ("status" = 'pending') WHERE "status" IN ('pending', 'sending') AND "attempt" > 0;--> statement-breakpoint
INSERT INTO "engine_days" ("engine_id", "day", "sent")
SELECT m."engine_id", (m."sent_at" AT TIME ZONE w."zone")::date, count(*)::integer
FROM "messages" m JOIN "workspaces" w ON w."id" = m."workspace_id"
WHERE m."engine_id" IS NOT NULL AND m."sent_at" >= now() - interval '2 days' GROUP BY 1, 2;
