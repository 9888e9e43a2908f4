import type { ActMessage } from '@switchyard/contracts/engine/protocol';
import { text } from '@switchyard/contracts/text/text';
import { reasonOf } from '../../log.ts';
import type { ActRequest, DriverActOutcome } from '../driver.ts';
import { widOf } from './addresses.ts';
import type { PageActed, PageActOrder } from './page/act.ts';

/** Builds the page's order for an act. */
export const actOrderOf = ({ chat, act, message }: ActRequest): PageActOrder => ({
  wid: widOf(chat),
  act,
  message: message && messageOf(message),
});

/** Builds the page's order for older messages. */
export const olderOrderOf = (chat: string, before: ActMessage | null, count: number): PageActOrder => ({
  wid: widOf(chat),
  act: { kind: 'tell-older', count },
  message: before && messageOf(before),
});

/** Number of older messages that the page reported. */
export const countOf = (acted: PageActed): number => (acted.kind === 'told' ? acted.count : 0);

const messageOf = ({ waMessageId: id, writer }: ActMessage) => ({ id, wid: writer === null ? null : widOf(writer) });

/** The outcome of an act; in doubt if the page did not respond. */
export async function actOutcomeOf(answer: Promise<PageActed>, nowMs: () => number): Promise<DriverActOutcome> {
  try {
    const acted = await answer;
    if (acted.kind === 'done') return { kind: 'done', atMs: nowMs() };
    if (acted.kind === 'refused') return { kind: 'rejected', code: 'refused', reason: acted.reason };
    return { kind: 'rejected', code: 'no-message', reason: text('actNoMessage') };
  } catch (error) {
    return { kind: 'in-doubt', cause: reasonOf(error) };
  }
}
