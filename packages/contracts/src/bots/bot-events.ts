/**
 * Types of node events (docs/mechanisms/bots.md), recorded by the steps of a flow. Names are never reused with another
 * meaning.
 */
export const NODE_EVENT_TYPES = [
  'node_entered',
  'message_sent',
  'question_asked',
  'answer_received',
  'answer_invalid',
  'reply_received',
  'wait_timed_out',
  'delay_started',
  'delay_ended',
  'condition_evaluated',
  'case_chosen',
  'variable_set',
  'contact_labelled',
  'contact_updated',
  'board_item_written',
  'http_requested',
  'http_answered',
  'http_failed',
  'knowledge_answered',
  'knowledge_unknown',
  'model_asked',
  'model_answered',
  'model_failed',
  'flow_entered',
  'handed_over',
  'node_failed',
] as const;
export type NodeEventType = (typeof NODE_EVENT_TYPES)[number];

/** Types of process events, which concern a bot session as a whole. */
export const PROCESS_TYPES = [
  'session_started',
  'session_paused',
  'session_resumed',
  'session_restarted',
  'session_moved',
  'session_completed',
  'session_expired',
  'session_failed',
  'session_ended',
  'person_took_over',
  'limit_reached',
  'loop_stopped',
  'contact_opted_out',
  'messages_merged',
  'message_not_awaited',
] as const;
export type ProcessType = (typeof PROCESS_TYPES)[number];

/** Event types counted as errors. */
export const ERROR_TYPES: readonly (NodeEventType | ProcessType)[] = [
  'node_failed',
  'http_failed',
  'model_failed',
  'session_failed',
];

/** Retention of steps and transcripts; the sessions and their statistics remain. */
export const STEP_RETENTION_DAYS = 180;

export const BOT_SESSION_STATUSES = ['active', 'waiting', 'paused', 'completed', 'expired', 'failed', 'ended'] as const;
export type BotSessionStatus = (typeof BOT_SESSION_STATUSES)[number];
