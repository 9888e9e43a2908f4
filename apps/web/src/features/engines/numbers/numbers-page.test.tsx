import type { WhatsappNumber } from '@switchyard/contracts/engines/numbers';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { NumbersPage } from './numbers-page.tsx';

const server = fakeServer();
const ID = '018f0000-0000-7000-8000-00000000000';

const aNumber = (place: number, of: Partial<WhatsappNumber> = {}): WhatsappNumber => ({
  _id: `${ID}${place}`,
  phoneNumber: `+44770090000${place}`,
  engineName: `Line ${place}`,
  driver: 'cloud-api',
  status: 'connected',
  member: { _id: `${ID}9`, fullName: 'Ada Lovelace' },
  limits: { knownPerMinute: 20, newPerMinute: 2, dailyCap: 1_000, sentToday: 12, restriction: null },
  isDefault: false,
  isRated: true,
  rating: { verifiedName: 'Analytical Bakery', quality: 'low', peoplePerDay: 2_000 },
  ...of,
});

const lane = {
  pending: 4,
  due: 1,
  sending: 0,
  unknown: 0,
  next: null,
  acknowledgements: [],
};

async function rowsOf(...numbers: WhatsappNumber[]) {
  server.on('GET /api/whatsapp-numbers', () => ({ data: numbers, total: numbers.length }));
  if (numbers.length === 1) server.on(`GET /api/engines/${ID}1/lane`, () => lane);
  await renderPart(<NumbersPage />);
  return Promise.all(
    numbers.map(async ({ phoneNumber }) => (await screen.findByText(phoneNumber)).closest('tr, section')?.textContent),
  );
}

it('shows a number with its engine, owner, rating and usage', async () => {
  const [row] = await rowsOf(aNumber(1));
  for (const words of [
    'Line 1',
    'Ada Lovelace',
    'Connected',
    'Low quality',
    'Analytical Bakery',
    'Can message 2,000 new people a day',
    '12 of 1,000 sent today',
    '2 a minute to new contacts',
  ])
    expect(row).toContain(words);
  expect(screen.getByRole('link', { name: 'Line 1' }).getAttribute('href')).toBe(`/engine-explorer/${ID}1`);
});

it('shows no rating when it is unknown, and shows WhatsApp’s restrictions', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const noLimits = { knownPerMinute: null, newPerMinute: null, dailyCap: null, sentToday: 3 };
  const [away, unrated, simulated] = await rowsOf(
    aNumber(1, { status: 'disconnected', rating: null }),
    aNumber(2, { rating: { verifiedName: null, quality: null, peoplePerDay: 'unlimited' } }),
    aNumber(3, { isRated: false, rating: null, limits: { ...noLimits, restriction: { scope: 'new', until } } }),
  );
  expect(away).toContain('Currently unknown');
  expect(unrated).toContain('Not rated yet');
  expect(unrated).toContain('Can message any number of new people');
  expect(simulated).not.toContain('Not rated yet');
  expect(simulated).toContain('3 sent today, no daily limit');
  expect(simulated).toContain('Restricted by WhatsApp: new contacts are held until');
});

it('leads to pairing when there is no number', async () => {
  await rowsOf();
  await screen.findByText('No numbers yet');
  screen.getByRole('button', { name: 'Connect' });
});

it('shows up to six numbers as cards, with the queue below a single one', async () => {
  const [card] = await rowsOf(aNumber(1));
  expect(screen.queryByRole('table')).toBeNull();
  expect(card).toContain('Sending speed');
  await screen.findByRole('region', { name: 'Queue' });
});

it('shows more than six numbers as a table', async () => {
  const rows = await rowsOf(...[1, 2, 3, 4, 5, 6, 7].map((place) => aNumber(place, { isRated: place > 1 })));
  screen.getByRole('table', { name: 'Numbers' });
  expect(rows[0]).toContain('Not available for this connection');
});

it('marks one number as the default for new messages and can make another the default', async () => {
  const [first, second] = await rowsOf(aNumber(1, { isDefault: true }), aNumber(2));
  expect(first).toContain('Default for new messages');
  expect(second).not.toContain('Default for new messages');
  server.on(`POST /api/engines/${ID}2/default`, () => null);
  await userEvent.click(screen.getByRole('button', { name: 'Make default' }));
  await waitFor(() => expect(server.sent(`POST /api/engines/${ID}2/default`)).toHaveLength(1));
});
