ALTER TABLE "engines" ADD COLUMN "is_default" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "engines_default" ON "engines" USING btree ("workspace_id") WHERE "engines"."is_default";--> statement-breakpoint
-- New messages went to the oldest engine; where there are several, it goes on being the one unless somebody says otherwise.
UPDATE "engines" SET "is_default" = true WHERE "id" IN (
  SELECT (array_agg("id" ORDER BY "id"))[1] FROM "engines"
  WHERE "active" AND "engine_type" = 'session-pod' AND "desired" = 'running'
  GROUP BY "workspace_id" HAVING count(*) > 1
);
