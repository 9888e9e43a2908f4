ALTER TABLE "board_columns" ALTER COLUMN "settings" SET DEFAULT '{"defaultValue":null,"isRequired":false,"isUnique":false,"colors":[],"currency":null,"formula":null,"button":null}'::jsonb;--> statement-breakpoint
ALTER TABLE "personal_links" ADD COLUMN "recipient_id" uuid;--> statement-breakpoint
ALTER TABLE "personal_links" ADD CONSTRAINT "personal_links_recipient_id_campaign_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."campaign_recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "personal_links_recipient" ON "personal_links" USING btree ("recipient_id","share_id");--> statement-breakpoint
-- The bit of a type; null: of none that is known. A new type is added at the end, by a migration that replaces this.
CREATE OR REPLACE FUNCTION "bot_type_bit"("type" text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 1::bigint << (array_position(ARRAY[
    'event:node_entered', 'event:message_sent', 'event:question_asked', 'event:answer_received', 'event:answer_invalid', 'event:reply_received',
    'event:wait_timed_out', 'event:delay_started', 'event:delay_ended', 'event:condition_evaluated', 'event:case_chosen', 'event:variable_set',
    'event:contact_labelled', 'event:http_requested', 'event:http_answered', 'event:http_failed', 'event:knowledge_answered', 'event:knowledge_unknown',
    'event:model_asked', 'event:model_answered', 'event:model_failed', 'event:flow_entered', 'event:handed_over', 'event:node_failed',
    'process:session_started', 'process:session_paused', 'process:session_resumed', 'process:session_restarted', 'process:session_moved', 'process:session_completed',
    'process:session_expired', 'process:session_failed', 'process:session_ended', 'process:person_took_over', 'process:limit_reached', 'process:loop_stopped',
    'process:contact_opted_out', 'process:messages_merged', 'process:message_not_awaited', 'event:contact_updated',
    'event:board_item_written'
  ], "type") - 1)
$$;
