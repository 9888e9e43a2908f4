CREATE TABLE "conversation_tallies" (
	"workspace_id" uuid NOT NULL,
	"status" text NOT NULL,
	"team_id" uuid,
	"assignee_id" uuid,
	"count" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "conversations_counted";--> statement-breakpoint
CREATE INDEX "conversation_tallies_workspace" ON "conversation_tallies" USING btree ("workspace_id");--> statement-breakpoint
INSERT INTO "conversation_tallies" ("workspace_id", "status", "team_id", "assignee_id", "count")
SELECT "workspace_id", "status", "team_id", "assignee_id", count(*) FROM "conversations" WHERE "merged_into" IS NULL
GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
CREATE FUNCTION "tally_conversations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "conversation_tallies" ("workspace_id", "status", "team_id", "assignee_id", "count")
    SELECT "workspace_id", "status", "team_id", "assignee_id", count(*) FROM "added" WHERE "merged_into" IS NULL
    GROUP BY 1, 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "conversation_tallies" ("workspace_id", "status", "team_id", "assignee_id", "count")
    SELECT "workspace_id", "status", "team_id", "assignee_id", -count(*) FROM "gone" WHERE "merged_into" IS NULL
    GROUP BY 1, 2, 3, 4;
  ELSE
    INSERT INTO "conversation_tallies" ("workspace_id", "status", "team_id", "assignee_id", "count")
    SELECT "workspace_id", "status", "team_id", "assignee_id", sum("each") FROM (
      SELECT "workspace_id", "status", "team_id", "assignee_id", 1 AS "each" FROM "added" WHERE "merged_into" IS NULL
      UNION ALL
      SELECT "workspace_id", "status", "team_id", "assignee_id", -1 FROM "gone" WHERE "merged_into" IS NULL
    ) "changed"
    GROUP BY 1, 2, 3, 4 HAVING sum("each") <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tally_added_conversations" AFTER INSERT ON "conversations"
REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "tally_conversations"();
--> statement-breakpoint
CREATE TRIGGER "tally_changed_conversations" AFTER UPDATE ON "conversations"
REFERENCING OLD TABLE AS "gone" NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "tally_conversations"();
--> statement-breakpoint
CREATE TRIGGER "tally_gone_conversations" AFTER DELETE ON "conversations"
REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "tally_conversations"();
