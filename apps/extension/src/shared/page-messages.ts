import type { PageUpdate } from '../../../engine/src/drivers/wa-js/page/updates.ts';
import type { PageCalls } from '../page/calls.ts';

/** Name of the port that a page's bridge opens to the worker. */
export const PAGE_PORT = 'page';

/** Worker → page. */
export type ToPage =
  /** Somebody listens from now on, who knows nothing yet. */
  | { kind: 'hello' }
  | { kind: 'call'; id: number; name: keyof PageCalls; order: unknown }
  /** Answers `since`. */
  | { kind: 'since'; id: number; ms: number | null };

/** Page → worker; what a page says is looked at before it is believed (`read-from-page.ts`). */
export type FromPage =
  | { kind: 'update'; update: PageUpdate }
  /** Without an answer where a call has none: a port drops what is undefined. */
  | { kind: 'answer'; id: number; answer?: unknown }
  | { kind: 'failure'; id: number; reason: string }
  | { kind: 'since'; id: number }
  /** A sign of life, of the bridge itself: it keeps the worker from being suspended. */
  | { kind: 'alive' };
