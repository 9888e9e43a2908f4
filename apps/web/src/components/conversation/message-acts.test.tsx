import { CHAT_ACTS } from '@switchyard/contracts/chats/act-kinds';
import type { ChatAct, Thread } from '@switchyard/contracts/chats/operations';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../../test/render-part.tsx';
import { canAct, MessageMenu, PendingActs, toRetryRequest } from './message-acts.tsx';
import { anEntry } from './test-entries.ts';

const all: Thread['abilities'] = { acts: [...CHAT_ACTS], olderMessages: true, typing: true };
const agoOf = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const ours = (minutes: number) => anEntry({ fromMe: true, via: 'product', from: null, at: agoOf(minutes) });

test('offers what the engine supports, while WhatsApp still accepts it', () => {
  expect(canAct(ours(1), 'edit', all)).toBe(true);
  expect(canAct(ours(16), 'edit', all)).toBe(false);
  expect(canAct(ours(16), 'delete', all)).toBe(true);
  expect(canAct(ours(61 * 60), 'delete', all)).toBe(false);
  expect(canAct(anEntry({ at: agoOf(1) }), 'delete', all)).toBe(false);
  expect(canAct(anEntry({ at: agoOf(1) }), 'react', all)).toBe(true);
  expect(canAct(anEntry({ at: agoOf(1), isDeleted: true }), 'react', all)).toBe(false);
  expect(canAct(ours(1), 'edit', { acts: ['react', 'read'], olderMessages: false, typing: false })).toBe(false);
});

test('removes the emoji when it is chosen again', async () => {
  const onAct = vi.fn();
  const entry = anEntry({ waMessageId: 'w1', reactions: [{ emoji: '👍', count: 1, isMine: true }] });
  await renderPart(<MessageMenu entry={entry} abilities={all} onAct={onAct} onEdit={vi.fn()} onDelete={vi.fn()} />);
  fireEvent.click(screen.getByRole('button', { name: 'Message actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove 👍' }));
  expect(onAct).toHaveBeenCalledWith({ kind: 'react', waMessageId: 'w1', emoji: '' });
});

test('says why an action failed, and offers a retry', async () => {
  const failed: ChatAct = {
    _id: 'a1',
    kind: 'edit',
    state: 'failed',
    text: 'at seven',
    isOn: true,
    reason: 'the message is too old for that',
    at: agoOf(1),
  };
  const onRetry = vi.fn();
  await renderPart(<PendingActs acts={[failed]} isReadOnly={false} onRetry={onRetry} onDismiss={vi.fn()} />);
  expect(screen.getByRole('status').textContent).toContain('the message is too old for that');
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledWith(failed);
  expect(toRetryRequest(failed, 'w1')).toEqual({ kind: 'edit', waMessageId: 'w1', text: 'at seven' });
});
