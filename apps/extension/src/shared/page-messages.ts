import type { PageUpdate } from '../../../engine/src/drivers/wa-js/page/updates.ts';
import type { PageCalls } from '../page/calls.ts';

/** Name of the port that a page's bridge opens to the worker. */
export const PAGE_PORT = 'page';

/** Worker → page. */
export type ToPage =
  /** A new listener, which knows nothing yet, is ready. */
  | { kind: 'hello' }
  | { kind: 'call'; id: number; name: keyof PageCalls; order: unknown }
  /** Answers `since`. */
  | { kind: 'since'; id: number; ms: number | null };

/** Page → worker. Messages are validated before they are trusted (`read-from-page.ts`). */
export type FromPage =
  | { kind: 'update'; update: PageUpdate }
  /** `answer` is missing if a call returns nothing, because a port drops undefined. */
  | { kind: 'answer'; id: number; answer?: unknown }
  | { kind: 'failure'; id: number; reason: string }
  | { kind: 'since'; id: number }
  /** Heartbeat of the bridge, which keeps the worker from being suspended. */
  | { kind: 'alive' };
