import { FALLBACK_POLL_MS, type Outgoing } from '@switchyard/contracts/engine/protocol';
import type { ChangedRow } from '../messages.events.ts';

/** What a claim took, and what the lane must know until its next one. */
export interface Claim {
  workspaceId: string;
  messages: Outgoing[];
  /** The rows taken, for the live update. */
  changed: ChangedRow[];
  nextInMs: number | null;
  moreInDoubt: boolean;
  /** Of what the process holds, what is not to be sent any more. */
  over?: string[];
}

/**
 * A lane never sleeps longer than the fallback poll, so a later time need not be exact and must only fit an integer.
 */
export const atMostPoll = (ms: number | null): number | null =>
  ms === null ? null : Math.min(ms, FALLBACK_POLL_MS * 4);
