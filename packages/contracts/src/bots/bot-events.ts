/**
 * What node events are called (docs/mechanisms/bots.md): what a step of a flow did. Names are never reused for
 * something else.
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

/** What process events are called: what became of a bot session as a whole. */
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

/** Those that count as errors. */
export const ERROR_TYPES: readonly (NodeEventType | ProcessType)[] = [
  'node_failed',
  'http_failed',
  'model_failed',
  'session_failed',
];

/** Steps and lines of conversations are removed after so long; the conversations and the figures stay. */
export const KEEP_STEPS_DAYS = 180;

export const BOT_SESSION_STATUSES = ['active', 'waiting', 'paused', 'completed', 'expired', 'failed', 'ended'] as const;
export type BotSessionStatus = (typeof BOT_SESSION_STATUSES)[number];
