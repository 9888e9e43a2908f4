DROP INDEX "bot_sessions_of_bot_by_status";--> statement-breakpoint
DROP INDEX "bot_sessions_of_workspace";--> statement-breakpoint
ALTER TABLE "bot_sessions" ADD COLUMN "seen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The bit of a type; null: of none that is known. A new type is added at the end, by a migration that replaces this.
CREATE FUNCTION "bot_type_bit"("type" text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 1::bigint << (array_position(ARRAY[
    'event:node_entered', 'event:message_sent', 'event:question_asked', 'event:answer_received', 'event:answer_invalid', 'event:reply_received',
    'event:wait_timed_out', 'event:delay_started', 'event:delay_ended', 'event:condition_evaluated', 'event:case_chosen', 'event:variable_set',
    'event:contact_labelled', 'event:http_requested', 'event:http_answered', 'event:http_failed', 'event:knowledge_answered', 'event:knowledge_unknown',
    'event:model_asked', 'event:model_answered', 'event:model_failed', 'event:flow_entered', 'event:handed_over', 'event:node_failed',
    'process:session_started', 'process:session_paused', 'process:session_resumed', 'process:session_restarted', 'process:session_moved', 'process:session_completed',
    'process:session_expired', 'process:session_failed', 'process:session_ended', 'process:person_took_over', 'process:limit_reached', 'process:loop_stopped',
    'process:contact_opted_out', 'process:messages_merged', 'process:message_not_awaited'
  ], "type") - 1)
$$;--> statement-breakpoint
-- By the database, so that what an earlier worker still writes beside this one counts, too.
CREATE FUNCTION "bot_sessions_saw"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "bot_sessions" one SET "seen" = one."seen" | told."bits"
  FROM (SELECT "session_id", coalesce(bit_or("bot_type_bit"("type")), 0) AS "bits" FROM "added" GROUP BY "session_id") told
  WHERE one."id" = told."session_id" AND one."seen" | told."bits" <> one."seen";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "bot_sessions_saw" AFTER INSERT ON "bot_session_types" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "bot_sessions_saw"();--> statement-breakpoint
UPDATE "bot_sessions" one SET "seen" = told."bits"
FROM (SELECT "session_id", coalesce(bit_or("bot_type_bit"("type")), 0) AS "bits" FROM "bot_session_types" GROUP BY "session_id") told
WHERE one."id" = told."session_id";--> statement-breakpoint
CREATE INDEX "bot_sessions_of_bot_by_status" ON "bot_sessions" USING btree ("bot_id","status","id" DESC NULLS LAST,"seen") WHERE test_flow is null;--> statement-breakpoint
CREATE INDEX "bot_sessions_of_workspace" ON "bot_sessions" USING btree ("workspace_id","id" DESC NULLS LAST,"bot_id","status","seen") WHERE test_flow is null;
