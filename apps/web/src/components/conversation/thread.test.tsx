import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../../test/render-part.tsx';
import type { ConversationEntry } from './entry.ts';
import { anEntry } from './test-entries.ts';
import { Thread } from './thread.tsx';

beforeEach(() => {
  // A window in which about ten rows are visible.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

async function renderThread(entries: ConversationEntry[], props: Partial<Parameters<typeof Thread>[0]> = {}) {
  const actions = { onFetch: vi.fn(), onJump: vi.fn(), onReply: vi.fn() };
  const part = (
    <Thread
      label="Messages with Annie"
      entries={entries}
      isGroup={false}
      actions={actions}
      onOlder={null}
      onNewer={null}
      onLatest={vi.fn()}
      target={null}
      beginning="Older ones are only on the phone."
      {...props}
    />
  );
  return { ...(await renderPart(part)), actions };
}
const row = (text: string): HTMLElement => {
  const found = screen.getByText(text).closest<HTMLElement>('[data-index]');
  if (!found) throw new Error(`no message says ${text}`);
  return found;
};

describe('Thread', () => {
  it('keeps only nearby rows in the document, and loads more at an edge', async () => {
    const onOlder = vi.fn();
    await renderThread(
      Array.from({ length: 500 }, (_, at) => anEntry({ text: `line ${at}` })),
      { onOlder },
    );
    expect(screen.getAllByText(/^line /).length).toBeLessThan(60);
    expect(onOlder).toHaveBeenCalled();
    // There is more, so the start note must not appear.
    expect(screen.queryByText('Older ones are only on the phone.')).toBeNull();
  });

  it('says at its start where older messages are', async () => {
    await renderThread([anEntry()]);
    expect(screen.getByText('Older ones are only on the phone.')).toBeTruthy();
  });

  it('shows the delivery state and changes of a message', async () => {
    const { user, actions } = await renderThread([
      anEntry({ text: '*Noon*', isEdited: true, earlier: [{ text: 'One', at: '2026-11-16T08:00:00.000Z' }] }),
      anEntry({ text: 'Mine', fromMe: true, via: 'product', from: null, ack: 3 }, { state: 'read' }),
      anEntry({ text: 'Typed', fromMe: true, via: 'phone', from: null }),
      anEntry({ text: '', isDeleted: true }),
      anEntry({
        text: 'Lunch?',
        kind: 'poll',
        options: ['Tea', 'Cake'],
        votes: [{ option: 'Cake', count: 2 }],
        reactions: [{ emoji: '🎉', count: 3, isMine: true }],
      }),
      anEntry({ text: 'About it', quotedId: 'wa1', quotedText: 'the first words' }),
    ]);
    // As WhatsApp formats it.
    expect(screen.getByText('Noon').tagName).toBe('STRONG');
    expect(within(row('Noon')).getByText('Edited')).toBeTruthy();
    expect(within(row('Mine')).getByRole('img', { name: 'Read' })).toBeTruthy();
    expect(within(row('Typed')).getByText('On the phone')).toBeTruthy();
    expect(screen.getByText('This message was deleted')).toBeTruthy();
    expect(within(row('Lunch?')).getByText('2 votes')).toBeTruthy();
    expect(within(row('Lunch?')).getByText('0 votes')).toBeTruthy();
    expect(within(row('Lunch?')).getByRole('listitem', { name: '🎉, 3 people' })).toBeTruthy();

    await user.click(screen.getByText('the first words'));
    expect(actions.onJump).toHaveBeenCalledWith('wa1');
    await user.click(within(row('Mine')).getByRole('button', { name: 'Reply' }));
    expect(actions.onReply).toHaveBeenCalledWith(expect.objectContaining({ state: 'read' }));
  });

  it('names writers only in groups', async () => {
    await renderThread([anEntry({ text: 'Hello' })], { isGroup: true });
    expect(within(row('Hello')).getByText('Annie')).toBeTruthy();
  });
});
