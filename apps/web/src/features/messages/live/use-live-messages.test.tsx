import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { MessagePanel } from '../components/message-panel.tsx';
import { aMessage } from '../test-messages.ts';
import { useLiveMessages } from './use-live-messages.ts';

const server = fakeServer();

function Watched({ id }: { id: string }) {
  useLiveMessages();
  return <MessagePanel id={id} onCompose={vi.fn()} onOpen={vi.fn()} onGone={vi.fn()} />;
}

it('shows why a pending message waits when its engine goes silent, without reloading', async () => {
  const message = aMessage();
  const detail = { ...message, triedAt: null, retriedAs: null, recipientZone: null, asQuote: null, series: null };
  const path = `GET /api/messages/${message._id}`;
  server.on(path, () => ({ ...detail, holds: [] }));
  const { tell } = await renderPart(<Watched id={message._id} />);
  await screen.findByText(message.message);
  const text = 'Its connection isn’t running or can’t reach the server.';
  server.on(path, () => ({ ...detail, holds: [{ rule: 'engine_offline', text, until: null }] }));
  tell({ type: 'engines.stale' });
  expect(await screen.findByText(text)).toBeTruthy();
});
