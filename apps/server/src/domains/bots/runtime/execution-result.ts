import type { BotSessionStatus, ProcessType } from '@switchyard/contracts/bots/bot-events';
import type { Text } from '@switchyard/contracts/text/registry';
import type { Wait } from './session-state.ts';

/** The state in which an execution leaves its session. */
export interface ExecutionResult {
  status: BotSessionStatus;
  nodeId: string;
  /** When it continues automatically. */
  wakeAt: Date | null;
  reason: Text | null;
  /** Process event to record; null if the session continues. */
  process: ProcessType | null;
}

/** Waits at a node. */
export const waiting = (nodeId: string, wait: Wait): ExecutionResult => ({
  status: 'waiting',
  nodeId,
  wakeAt: 'until' in wait && wait.until !== null ? new Date(wait.until) : null,
  reason: null,
  process: null,
});

export const finished = (
  nodeId: string,
  status: 'completed' | 'expired' | 'failed' | 'ended',
  reason: Text | null = null,
): ExecutionResult => ({ status, nodeId, wakeAt: null, reason, process: `session_${status}` });

/** Waits for a person. */
export const paused = (nodeId: string, reason: Text, process: ProcessType = 'session_paused'): ExecutionResult => ({
  status: 'paused',
  nodeId,
  wakeAt: null,
  reason,
  process,
});
