import type { Message } from '@switchyard/contracts/messages/message';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { aMessage } from '../test-messages.ts';
import { CalendarPage } from './calendar-page.tsx';
import type { CalendarSearch } from './calendar-search.ts';

const server = fakeServer();
const CANCEL = 'POST /api/messages/bulk/cancel';
const id = (number: number) => `019a0000-0000-7000-8000-00000000000${number}`;
const NAMES = ['Dana', 'Omar', 'Kim'];
/** One message per hour from 10:00 in Berlin, all on the same day. */
const messages = NAMES.map((contactName, index) =>
  aMessage({ _id: id(index), contactName, dueDate: `2030-01-15T${String(9 + index).padStart(2, '0')}:05:00.000Z` }),
);

async function renderWeek(shown: readonly Message[] = messages, more: Partial<CalendarSearch> = {}) {
  const searches: CalendarSearch[] = [];
  server.on('GET /api/messages/calendar', () => ({
    cell: 'hour',
    dueFrom: '2030-01-13T23:00:00.000Z',
    dueTo: '2030-01-20T23:00:00.000Z',
    total: 400,
    cells: shown.map((message) => ({
      at: `2030-01-15T${String(Number(message.dueDate.slice(11, 13)) + 1).padStart(2, '0')}:00`,
      dueFrom: message.dueDate,
      dueTo: message.dueDate,
      count: 1,
      messages: [message],
    })),
  }));
  const search: CalendarSearch = { view: 'week', date: '2030-01-15', ...more };
  const page = <CalendarPage search={search} onSearch={(next) => searches.push(next)} />;
  const rendered = await renderPart(<main>{page}</main>);
  await screen.findByRole('button', { name: /Dana/ });
  return { ...rendered, searches };
}
const entry = (name: string) => screen.getByRole('button', { name: new RegExp(name) });
const isSelected = (name: string) => entry(name).getAttribute('aria-pressed');

it('selects with Ctrl, selects a range with Shift, clears with Escape, and opens on a plain click', async () => {
  const { user, searches } = await renderWeek();
  await user.keyboard('{Control>}');
  await user.click(entry('Dana'));
  await user.keyboard('{/Control}');
  expect(await screen.findByText('1 selected')).toBeTruthy();
  await user.keyboard('{Shift>}');
  await user.click(entry('Kim'));
  await user.keyboard('{/Shift}');
  expect(NAMES.map(isSelected)).toEqual(['true', 'true', 'true']);
  expect(searches).toEqual([]);
  await user.keyboard('{Escape}');
  expect(NAMES.map(isSelected)).toEqual([null, null, null]);
  await user.click(entry('Omar'));
  expect(searches).toMatchObject([{ open: id(1) }]);
});

it('moves focus, selects, reschedules and undoes by keyboard alone', async () => {
  const moveId = id(9);
  server.on('POST /api/messages/bulk/move', () => ({ changed: 2, left: [], moveId }));
  server.on(`POST /api/messages/bulk/move/${moveId}/undo`, () => ({ changed: 2, left: [] }));
  const { user } = await renderWeek();
  entry('Dana').focus();
  await user.keyboard('x');
  expect(isSelected('Dana')).toBe('true');
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(document.activeElement).toBe(entry('Omar'));
  expect(NAMES.map(isSelected)).toEqual(['true', 'true', 'false']);
  // Without Shift, arrows also stop at the empty hours in between.
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Tuesday, January 15, 12:00\sPM, 1 message$/);
  await user.click(screen.getByRole('button', { name: 'Move' }));
  await user.type(await screen.findByLabelText('Date'), '2030-01-20');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('2 moved')).toBeTruthy();
  expect(server.sent('POST /api/messages/bulk/move')[0]?.body).toMatchObject({
    selection: { ids: [id(0), id(1)] },
    date: '2030-01-20',
  });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 moved back')).toBeTruthy();
});

it('selects every message in the window by count and cancels them', async () => {
  server.on(CANCEL, () => ({ changed: 398, left: [{ why: 'sent', count: 2 }], cancelId: null }));
  const { user } = await renderWeek(messages, { status: 'pending' });
  await user.click(screen.getByRole('button', { name: 'Select messages' }));
  await user.click(entry('Dana'));
  await user.click(screen.getByRole('button', { name: 'Select all 400 that match' }));
  expect(NAMES.map(isSelected)).toEqual(['true', 'true', 'true']);
  await user.click(screen.getByRole('button', { name: 'Cancel messages' }));
  const question = await screen.findByRole('alertdialog', { name: 'Cancel 400 messages?' });
  const yes = [...question.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel messages');
  if (yes) await user.click(yes);
  expect(await screen.findByText('398 cancelled, 2 already sent')).toBeTruthy();
  const matching = { status: 'pending', dueFrom: '2030-01-13T23:00:00.000Z', dueTo: '2030-01-20T23:00:00.000Z' };
  expect(server.sent(CANCEL)[0]?.body).toEqual({ selection: { matching, expected: 400 } });
});

it('lists its shortcuts, and goes to today, switches view and starts a message by one key each', async () => {
  const { user, searches } = await renderWeek();
  await user.keyboard('t');
  await user.keyboard('m');
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(searches.map(({ view, date }) => [view, date])).toEqual([
    ['week', undefined],
    ['month', '2030-01-15'],
    ['week', '2030-01-22'],
  ]);
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search messages' }));
  await user.keyboard('n');
  expect(screen.queryByRole('dialog')).toBeNull();
  entry('Dana').focus();
  await user.keyboard('?');
  expect(await screen.findByText('Go to today')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
