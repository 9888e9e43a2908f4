import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test/fake-server.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { Mentions } from './mentions.tsx';

const ENGINE = '01999999-0000-7000-8000-000000000001';
const server = fakeServer();

function Part({ chat }: { chat: string }) {
  const [text, setText] = useState('');
  return (
    <>
      <input aria-label="Text" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      <Mentions engineId={ENGINE} chat={chat} text={text} onText={setText} />
    </>
  );
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Text' });

test('suggests group members after @, and inserts the chosen one as WhatsApp does', async () => {
  server.on(`GET /api/engines/${ENGINE}/groups/info`, () => ({
    subject: 'Rota',
    description: null,
    size: 3,
    members: [
      { number: '+447700900001', name: 'Ann Lee', isAdmin: false },
      { number: '+447700900002', name: 'Ben', isAdmin: false },
      { number: '9447700900003@lid', name: 'Anja', isAdmin: false },
    ],
  }));
  const { user } = await renderPart(<Part chat="1203630@g.us" />);
  await user.type(field(), 'Thanks @an');
  await user.click(await screen.findByRole('button', { name: 'Mention Ann Lee' }));
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(field().value).toBe('Thanks @447700900001 ');
});

test('suggests nobody in a chat with one person', async () => {
  const { user } = await renderPart(<Part chat="+447700900001" />);
  await user.type(field(), '@an');
  expect(screen.queryAllByRole('button')).toEqual([]);
});
