import { FALLBACK_POLL_MS, type Outgoing } from '@switchyard/contracts/engine/protocol';
import type { ChangedRow } from '../messages.events.ts';

/** The result of a claim, and what the lane needs to know until the next one. */
export interface Claim {
  workspaceId: string;
  messages: Outgoing[];
  /** The claimed rows, for the live update. */
  changed: ChangedRow[];
  nextInMs: number | null;
  moreInDoubt: boolean;
  /** Messages the process holds that must not be sent any more. */
  over?: string[];
}

/**
 * A lane never sleeps longer than the fallback poll, so later times need not be exact; they only have to fit an
 * integer.
 */
export const atMostPoll = (ms: number | null): number | null =>
  ms === null ? null : Math.min(ms, FALLBACK_POLL_MS * 4);
