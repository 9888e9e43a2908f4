import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../../test/render-part.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { type ComposedMessage, Composer } from './composer.tsx';

function Part({ onSend }: { onSend: (written: ComposedMessage) => Promise<unknown> }) {
  const [text, setText] = useState('');
  return (
    <Composer
      text={text}
      onText={setText}
      quote={{ writer: 'Annie', text: 'the question' }}
      onRemoveQuote={vi.fn()}
      onSend={async (written) => {
        await onSend(written);
        setText('');
      }}
    />
  );
}
const renderComposer = async (onSend: (written: ComposedMessage) => Promise<unknown>) =>
  (await renderPart(<Part onSend={onSend} />)).user;
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });

describe('Composer', () => {
  it('sends on Enter, and starts a new line on Shift+Enter', async () => {
    const onSend = vi.fn(async () => undefined);
    const user = await renderComposer(onSend);
    await user.type(field(), 'One{Shift>}{Enter}{/Shift}two');
    expect(onSend).not.toHaveBeenCalled();
    await user.type(field(), '{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith({
      text: 'One\ntwo',
      attachment: null,
      due: null,
      idempotencyKey: expect.any(String),
    });
    await waitFor(() => expect(field().value).toBe(''));
    expect(screen.getByText('the question')).toBeTruthy();
  });

  it('sends nothing when empty', async () => {
    const onSend = vi.fn(async () => undefined);
    const user = await renderComposer(onSend);
    await user.type(field(), '  {Enter}');
    expect(onSend).not.toHaveBeenCalled();
  });

  it('keeps a rejected text, says why, and sends it once', async () => {
    const refused = new ApiError({
      code: 'OFFLINE',
      status: 0,
      message: 'The server cannot be reached.',
      requestId: null,
    });
    const onSend = vi.fn<(written: ComposedMessage) => Promise<unknown>>().mockRejectedValueOnce(refused);
    onSend.mockResolvedValue(undefined);
    const user = await renderComposer(onSend);
    await user.type(field(), 'Precious{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Not sent.');
    expect(field().value).toBe('Precious');
    await user.type(field(), '{Enter}');
    await waitFor(() => expect(field().value).toBe(''));
    expect(screen.queryByRole('alert')).toBeNull();
    // The first attempt may have arrived: the same idempotency key lets the server recognise the second. Sent again on
    // purpose, it is another message.
    await user.type(field(), 'Precious{Enter}');
    await waitFor(() => expect(field().value).toBe(''));
    const [first, second, third] = onSend.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(onSend).toHaveBeenCalledTimes(3);
  });

  it("schedules a message by the workspace's clock", async () => {
    const onSend = vi.fn(async () => undefined);
    const user = await renderComposer(onSend);
    await user.type(field(), 'Tomorrow');
    await user.click(screen.getByRole('button', { name: 'Send later' }));
    await screen.findByText('Time in Europe/Berlin.');
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    expect(onSend).toHaveBeenCalledExactlyOnceWith({
      text: 'Tomorrow',
      attachment: null,
      due: { local: expect.stringMatching(/^\d{4}-\d\d-\d\dT09:00$/), zone: 'Europe/Berlin' },
      idempotencyKey: expect.any(String),
    });
  });
});
