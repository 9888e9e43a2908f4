import type { Message, MessageDetail } from '@switchyard/contracts/messages/message';
import { text } from '@switchyard/contracts/text/text';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import german from '../../../lib/i18n/locales/de/sentence.json' with { type: 'json' };
import { messagesPage } from '../api/messages.ts';
import { aMessage } from '../test-messages.ts';
import '../../../lib/api/sentence-texts.ts';
import { MessagePanel } from './message-panel.tsx';

const server = fakeServer();
const none = { edit: false, cancel: false, restore: false, resend: false, remove: false, resolve: false };
const detailed = (message: Message, more: Partial<MessageDetail> = {}): MessageDetail => ({
  ...message,
  ...{ holds: [], triedAt: null, retriedAs: null, recipientZone: null, asQuote: null, series: null },
  ...more,
});

async function renderPanel(message = aMessage(), more: Partial<MessageDetail> = {}) {
  server.on(`GET /api/messages/${message._id}`, () => detailed(message, more));
  server.on('GET /api/suppressions/check', () => ({ suppression: null }));
  const callbacks = { onCompose: vi.fn(), onOpen: vi.fn(), onGone: vi.fn() };
  const rendered = await renderPart(<MessagePanel id={message._id} {...callbacks} />);
  await screen.findByText(message.message);
  return { ...rendered, message, ...callbacks };
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const sent = (operation: string) => server.sent(operation).map((call) => call.body);

it('cancels at once, shows the response, and undoes it with the server’s agreement', async () => {
  const { user, message, queries } = await renderPanel();
  const list = messagesPage({ limit: 50 });
  queries.setQueryData(list.queryKey, { data: [message], total: 1, totalIsExact: true });
  const cancelled = aMessage({ status: 'cancelled', version: 4, abilities: { ...none, restore: true, remove: true } });
  server.on(`POST /api/messages/${message._id}/cancel`, () => cancelled);
  server.on(`GET /api/messages/${message._id}`, () => detailed(cancelled));
  server.on(`POST /api/messages/${message._id}/restore`, () => refusal(409, 'TOO_LATE', { status: 'cancelled' }));
  await user.click(button('Cancel message'));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(sent(`POST /api/messages/${message._id}/cancel`)).toEqual([{ version: 3 }]);
  expect(queries.getQueryData(list.queryKey)?.data[0]?.status).toBe('cancelled');
  await screen.findByText(/Couldn’t undo: Too late/);
  server.on(`POST /api/messages/${message._id}/restore`, () => aMessage({ version: 5 }));
  server.on(`GET /api/messages/${message._id}`, () => detailed(aMessage({ version: 5 })));
  await user.click(await screen.findByRole('button', { name: 'Schedule again' }));
  await screen.findByText('Message scheduled again');
  expect(queries.getQueryData(list.queryKey)?.data[0]?.status).toBe('pending');
});

it('shows beside the button that a cancellation came too late', async () => {
  const { user, message } = await renderPanel();
  server.on(`POST /api/messages/${message._id}/cancel`, () => refusal(409, 'TOO_LATE', { status: 'sent' }));
  await user.click(button('Cancel message'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('is now “Sent”'));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('moves to tomorrow morning, and back to the exact original time', async () => {
  const { user, message } = await renderPanel();
  const requests: { dueDate: string; zone: string; version: number }[] = [];
  server.on(`PATCH /api/messages/${message._id}`, ({ body }) => {
    requests.push(body as (typeof requests)[number]);
    return aMessage({ version: message.version + requests.length });
  });
  await user.click(button(/^Tomorrow /));
  await screen.findByRole('button', { name: 'Undo' });
  await user.keyboard('{Control>}z{/Control}');
  await screen.findByText(/^Moved back to/);
  expect(requests[0]).toMatchObject({ dueDate: expect.stringMatching(/T09:00$/), zone: 'Europe/Berlin', version: 3 });
  expect(requests[1]).toMatchObject({ dueDate: message.dueDate, zone: message.zone, version: 4, pastDue: 'wait' });
});

it('moves a message with its own zone by the local clock and keeps its zone', async () => {
  const { user, message } = await renderPanel(aMessage({ zone: 'America/Sao_Paulo' }));
  server.on(`PATCH /api/messages/${message._id}`, () => aMessage({ version: 4 }));
  await user.click(button(/^Tomorrow /));
  await screen.findByRole('button', { name: 'Undo' });
  const [requests] = sent(`PATCH /api/messages/${message._id}`) as { dueDate: string; zone: string }[];
  expect(requests).toMatchObject({ zone: 'America/Sao_Paulo', dueDate: expect.stringMatching(/T0[78]:00:00.000Z$/) });
});

it('shows each hold with the action that ends it', async () => {
  const engineId = '019a0000-0000-7000-8000-0000000000e1';
  const until = '2030-01-15T07:00:00.000Z';
  const { user, message } = await renderPanel(aMessage({ engineId }), {
    holds: [
      { rule: 'engine_stopped', text: 'Its engine was stopped.', until: null },
      { rule: 'quiet_hours', text: 'It waits for the end of quiet hours.', until },
      { rule: 'not_due', text: 'It isn’t due yet.', until: null },
    ],
  });
  const [stopped, quiet, due] = screen.getAllByRole('listitem');
  const linked = within(quiet as HTMLElement).getByRole('link', { name: 'Change quiet hours' });
  expect(linked.getAttribute('href')).toBe(`/engine-explorer/${engineId}?tab=settings`);
  expect(quiet?.textContent).toContain('Until');
  server.on(`POST /api/messages/${message._id}/send-anyway`, () => aMessage({ engineId, version: 4 }));
  await user.click(within(quiet as HTMLElement).getByRole('button', { name: 'Send anyway' }));
  await screen.findByText('It’s sent as soon as nothing else holds it');
  expect(sent(`POST /api/messages/${message._id}/send-anyway`)).toEqual([{ version: message.version }]);
  expect(within(due as HTMLElement).queryByRole('button')).toBeNull();
  server.on('POST /api/engines', () => refusal(403, 'FORBIDDEN', {}, 'Not yours.'));
  await user.click(within(stopped as HTMLElement).getByRole('button', { name: 'Start the connection' }));
  await screen.findByText('The connection couldn’t be started: Not yours.');
  expect(sent('POST /api/engines')).toEqual([{ sessionId: engineId }]);
});

it('offers to start each of a few stopped numbers', async () => {
  const engine = (end: string, name: string) => ({
    ...{ _id: `019a0000-0000-7000-8000-0000000000${end}`, name, active: true, engineType: 'session-pod' },
  });
  const rows = [engine('e1', 'Main line'), engine('e2', 'Mobile')];
  server.on('GET /api/engines', () => ({ data: rows, total: rows.length }));
  const { user } = await renderPanel(aMessage({ engineId: null }), {
    holds: [{ rule: 'numbers_stopped', text: 'Every number is stopped.', until: null }],
  });
  server.on('POST /api/engines', () => refusal(403, 'FORBIDDEN', {}, 'Not yours.'));
  await screen.findByRole('button', { name: 'Start Main line' });
  await user.click(button('Start Mobile'));
  await screen.findByText('The connection couldn’t be started: Not yours.');
  expect(sent('POST /api/engines')).toEqual([{ sessionId: rows[1]?._id }]);
});

it('asks one question for all overdue messages of a lane, and for another number when the old one is gone', async () => {
  const engineId = '019a0000-0000-7000-8000-0000000000e1';
  const question = {
    ...{ campaign: null, engineId, engineName: 'Main', count: 3 },
    ...{ earliest: '2026-11-16T09:00:00.000Z', latest: '2026-11-16T11:00:00.000Z' },
  };
  server.on('GET /api/messages/overdue', () => ({ data: [question], total: 1 }));
  const { user, message } = await renderPanel(aMessage({ engineId }), {
    holds: [
      { rule: 'overdue', text: 'It is more than an hour late.', until: null },
      { rule: 'engine_gone', text: 'Its number is gone: choose another.', until: null },
    ],
  });
  server.on('POST /api/messages/overdue/answer', () => ({ changed: 3, left: [], moveId: null }));
  await user.click(await screen.findByRole('button', { name: 'Send all 3 at normal speed' }));
  await screen.findByText('3 go out');
  expect(sent('POST /api/messages/overdue/answer')).toEqual([
    { campaign: null, engineId, expected: 3, answer: { as: 'send' } },
  ]);

  server.on('GET /api/engines', () => ({ data: [], total: 0 }));
  await user.click(button('Choose another number'));
  await screen.findByRole('link', { name: 'Connect a number' });
  await user.keyboard('{Escape}');
  const other = { ...{ _id: '019a0000-0000-7000-8000-0000000000e2', name: 'Second', active: true } };
  server.on('GET /api/engines', () => ({ data: [other], total: 1 }));
  server.on(`POST /api/messages/${message._id}/engine`, () => ({ changed: 1, left: [] }));
  await user.click(button('Choose another number'));
  await user.click(await screen.findByRole('combobox', { name: 'Number' }));
  await user.click(await screen.findByRole('option', { name: 'Second' }));
  await user.click(button('Use this number'));
  await screen.findByText('1 moved');
  expect(sent(`POST /api/messages/${message._id}/engine`)).toEqual([{ engineId: other._id, others: true }]);
});

it('marks unknown steps of a sent message as unknown', async () => {
  const message = aMessage({
    status: 'sent',
    ack: 2,
    sentAt: '2030-01-15T09:30:31.000Z',
    origin: 'import',
    abilities: none,
  });
  await renderPanel(message);
  const steps = within(screen.getByRole('list', { name: 'Progress' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    expect.stringMatching(/^Scheduled · Import.*2026/),
    expect.stringMatching(/^Due.*2030/),
    expect.stringMatching(/^Sent.*2030/),
    'Deliveredtime unknown',
    'Readnot yet, or not reported',
  ]);
});

it('retries a failed message as a new one and shows it, or edits it first', async () => {
  const failed = aMessage({ status: 'failed', abilities: { ...none, resend: true, remove: true } });
  const { user, onOpen, onCompose } = await renderPanel(failed);
  await user.click(button('Edit and resend'));
  expect(onCompose).toHaveBeenCalledWith({ again: detailed(failed) });
  server.on(`POST /api/messages/${failed._id}/resend`, () => aMessage({ _id: 'another' }));
  await user.click(button('Try again'));
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith('another'));
  expect(sent(`POST /api/messages/${failed._id}/resend`)).toEqual([{ version: 3, pastDue: 'refuse' }]);
});

it('asks before a manual resend to someone who opted out; for automated messages the server decides', async () => {
  const failed = aMessage({ status: 'failed', abilities: { ...none, resend: true, remove: true } });
  const { user, onOpen } = await renderPanel(failed);
  const suppression = { mobile: '+447700900101', at: '2026-01-01T00:00:00.000Z', source: 'message', text: 'STOP' };
  server.on('GET /api/suppressions/check', () => ({ suppression }));
  server.on(`POST /api/messages/${failed._id}/resend`, () => aMessage({ _id: 'another' }));
  await user.click(button('Try again'));
  const question = await screen.findByRole('alertdialog');
  within(question).getByText(/^\+447700900101 opted out/);
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(sent(`POST /api/messages/${failed._id}/resend`)).toEqual([]);
  await user.click(button('Try again'));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith('another'));
  expect(sent(`POST /api/messages/${failed._id}/resend`)).toHaveLength(1);
});

it('also asks when the opt-out check fails', async () => {
  const failed = aMessage({ status: 'failed', abilities: { ...none, resend: true, remove: true } });
  const { user, onOpen } = await renderPanel(failed);
  server.on('GET /api/suppressions/check', () => refusal(500, 'INTERNAL'));
  server.on(`POST /api/messages/${failed._id}/resend`, () => aMessage({ _id: 'another' }));
  await user.click(button('Try again'));
  const question = await screen.findByRole('alertdialog');
  within(question).getByText(/^Couldn’t check whether \+\d+ opted out/);
  expect(sent(`POST /api/messages/${failed._id}/resend`)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith('another'));
});

it('links a resent message to the new one', async () => {
  const failed = aMessage({ status: 'failed', abilities: { ...none, remove: true } });
  const { user, onOpen } = await renderPanel(failed, { retriedAs: 'another' });
  await user.click(button('Show the new message'));
  expect(onOpen).toHaveBeenCalledWith('another');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('offers to reply to a sent message', async () => {
  const asQuote = { waMessageId: '3EB0', from: null, text: 'See you at noon' };
  const message = aMessage({ status: 'sent', abilities: none });
  const { user, onCompose } = await renderPanel(message, { asQuote });
  const words = screen.getAllByText('See you at noon');
  expect(words).toHaveLength(1);
  await user.click(button('Reply with quote'));
  expect(onCompose).toHaveBeenCalledWith({ answers: detailed(message, { asQuote }), quote: asQuote });
});

it('asks before sending now, because that cannot be undone', async () => {
  const { user, message } = await renderPanel();
  server.on(`PATCH /api/messages/${message._id}`, () => aMessage({ version: 4 }));
  await user.click(button('Send it now'));
  const question = screen.getByRole('alertdialog', { name: 'Send it now?' });
  expect(question.textContent).toContain('Grace Hopper');
  await user.click(within(question).getByRole('button', { name: 'Send it now' }));
  await screen.findByText('Sending now');
  expect(sent(`PATCH /api/messages/${message._id}`)).toMatchObject([{ dueDate: 'now', version: 3 }]);
});

it('settles a message in doubt as the person decides', async () => {
  const unknown = aMessage({ status: 'unknown', abilities: { ...none, resolve: true } });
  const { user } = await renderPanel(unknown);
  server.on(`POST /api/messages/${unknown._id}/resolve`, () => aMessage({ status: 'sent', version: 4 }));
  await user.click(button('It arrived'));
  await screen.findByText('Message settled');
  expect(sent(`POST /api/messages/${unknown._id}/resolve`)).toEqual([{ version: 3, as: 'sent' }]);
});

it('removes a message and brings it back', async () => {
  const old = aMessage({ status: 'sent', abilities: { ...none, remove: true } });
  const { user, onGone } = await renderPanel(old);
  server.on(`DELETE /api/messages/${old._id}`, () => ({ _id: old._id }));
  server.on(`POST /api/messages/${old._id}/bring-back`, () => old);
  await user.click(button('Remove'));
  await waitFor(() => expect(onGone).toHaveBeenCalledOnce());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Message restored');
  expect(sent(`POST /api/messages/${old._id}/bring-back`)).toHaveLength(1);
});

it('explains that a cancelled message arrived, rather than showing a failure', async () => {
  await renderPanel(aMessage({ status: 'sent', sendFailureReason: { code: 'sentThoughCancelled' }, abilities: none }));
  expect(screen.getByRole('alert', { name: 'What happened' }).textContent).toContain('WhatsApp already had it');
  expect(screen.queryByText('Why it failed')).toBeNull();
});

it('shows the failure reason in the reader’s language, and the raw code if a later version introduced it', async () => {
  i18next.addResourceBundle('de', 'sentence', german, true, true);
  await i18next.changeLanguage('de');
  const reason = text('sentDoubtful', { reason: text('whatsappRefused', { code: '408' }) });
  await renderPanel(aMessage({ status: 'unknown', sendFailureReason: reason, abilities: none }));
  expect(screen.getByText(/WhatsApp hat die Nachricht abgewiesen \(408\)\. Ein früherer Versuch/)).toBeTruthy();
  cleanup();
  await i18next.changeLanguage('en');
  await renderPanel(aMessage({ status: 'failed', sendFailureReason: { code: 'ofALaterVersion' }, abilities: none }));
  expect(screen.getByText('Unknown reason (ofALaterVersion).')).toBeTruthy();
});

it('shows the recipient’s local time when it differs, and says when only the number suggests the zone', async () => {
  // 10:30 in Berlin.
  const dana = aMessage({ contactName: 'Dana' });
  await renderPanel(dana, { recipientZone: { zone: 'America/Sao_Paulo', source: 'contact' } });
  expect(screen.getByText('6:30 AM for Dana (America/Sao_Paulo)')).toBeTruthy();
});

it.each([
  [{ zone: 'Pacific/Auckland', source: 'number' }, /^10:30 PM for Dana \(Pacific\/Auckland, based on the number\)$/],
  [{ zone: 'Pacific/Honolulu', source: 'contact' }, /^Jan 14, 2030, 11:30 PM for Dana/],
  [{ zone: 'Europe/Paris', source: 'contact' }, null],
  [{ zone: 'Europe/Berlin', source: 'workspace' }, null],
] as const)('with clock settings %o', async (recipientZone, words) => {
  await renderPanel(aMessage({ contactName: 'Dana' }), { recipientZone });
  if (words) expect(screen.getByText(words)).toBeTruthy();
  else expect(screen.queryByText(/for Dana/)).toBeNull();
});
