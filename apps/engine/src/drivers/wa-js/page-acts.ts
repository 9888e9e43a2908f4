import type { ActMessage } from '@switchyard/contracts/engine/protocol';
import { text } from '@switchyard/contracts/text/text';
import { reasonOf } from '../../log.ts';
import type { ActRequest, DriverActOutcome } from '../driver.ts';
import { widOf } from './addresses.ts';
import type { PageActed, PageActOrder } from './page/act.ts';

/** An act as the page does it. */
export const actOrderOf = ({ chat, act, message }: ActRequest): PageActOrder => ({
  wid: widOf(chat),
  act,
  message: message && messageOf(message),
});

/** Older messages as the page is asked for them. */
export const olderOrderOf = (chat: string, before: ActMessage | null, count: number): PageActOrder => ({
  wid: widOf(chat),
  act: { kind: 'tell-older', count },
  message: before && messageOf(before),
});

/** How many it told. */
export const countOf = (acted: PageActed): number => (acted.kind === 'told' ? acted.count : 0);

const messageOf = ({ waMessageId: id, writer }: ActMessage) => ({ id, wid: writer === null ? null : widOf(writer) });

/** What came of it; a page that did not answer leaves it in doubt. */
export async function actOutcomeOf(acted: Promise<PageActed>, nowMs: () => number): Promise<DriverActOutcome> {
  try {
    const done = await acted;
    if (done.kind === 'done') return { kind: 'done', atMs: nowMs() };
    if (done.kind === 'refused') return { kind: 'rejected', code: 'refused', reason: done.reason };
    return { kind: 'rejected', code: 'no-message', reason: text('actNoMessage') };
  } catch (error) {
    return { kind: 'in-doubt', cause: reasonOf(error) };
  }
}
