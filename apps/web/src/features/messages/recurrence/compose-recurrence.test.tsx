import type { Message, MessageDetail } from '@switchyard/contracts/messages/message';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { composeTests } from '../../../../test/compose-tests.tsx';
import { refusal } from '../../../../test/fake-server.ts';
import { aMessage } from '../test-messages.ts';

const { server, renderCompose, to, textInput, button, sent } = composeTests();
const choose = async (user: { click: (element: Element) => Promise<void> }, list: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: list }));
  await user.click(await screen.findByRole('option', { name: option }));
};
const times = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem');

describe('a new message', () => {
  it('recurs as the editor says, with a description and its next ten times before saving', async () => {
    server.on('POST /api/messages', () => aMessage({ seriesId: '019a0000-0000-7000-8000-0000000000d1' }));
    // The last Thursday of its month.
    const { user, onClose } = await renderCompose({ at: '2030-01-31T10:30:00' });
    await user.click(to());
    await user.paste('+447700900123');
    await user.click(textInput());
    await user.paste('Hello');
    await choose(user, 'Repeats', 'Monthly');
    await screen.findByText(/^Every month on the 31st at 10:30 AM\. Where this day does not exist/);
    await choose(user, 'On', 'the last Thursday');
    await screen.findByText('Every month on the last Thursday at 10:30 AM');
    expect(times('Next times')).toHaveLength(10);
    await choose(user, 'Ends', 'After a number of times');
    await screen.findByText('Every month on the last Thursday at 10:30 AM, 10 times');
    expect(times('All 10 times').map((item) => item.textContent)[1]).toMatch(/^Thu .*28.*2030/);
    await user.click(button('Schedule'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent('POST /api/messages')).toMatchObject([
      { dueDate: '2030-01-31T10:30', recurrence: { rule: 'FREQ=MONTHLY;BYDAY=-1TH;COUNT=10' } },
    ]);
  });

  it('accepts a rule as text and shows what is wrong with it, including what the server refuses', async () => {
    const { user } = await renderCompose();
    await user.click(to());
    await user.paste('+447700900123');
    await user.click(textInput());
    await user.paste('Hello');
    await choose(user, 'Repeats', 'Custom rule (RRULE)');
    const rule = screen.getByRole('textbox', { name: 'Rule' });
    await user.clear(rule);
    await user.click(rule);
    await user.paste('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30');
    await screen.findByText('This rule never occurs.');
    await user.clear(rule);
    await user.click(rule);
    await user.paste('FREQ=HOURLY');
    await screen.findByText(/can repeat daily at most/);
    const faults = [{ field: 'recurrence.rule', message: 'The server says no.' }];
    server.on('POST /api/messages', () => refusal(422, 'INVALID', { faults }));
    await user.click(button('Schedule'));
    expect(await screen.findByText('The server says no.')).toBeTruthy();
  });

  it('warns of a time that one of the days does not have', async () => {
    // Clocks in Berlin go forward on 31 March 2030.
    const { user } = await renderCompose({ at: '2030-03-30T02:30:00' });
    await choose(user, 'Repeats', 'Daily');
    await screen.findByText('02:30 doesn’t exist that day: 03:30');
  });
});

describe('a message of a series', () => {
  const series: MessageDetail['series'] = {
    ...{ rule: 'FREQ=DAILY;COUNT=5', start: '2030-01-13T10:30', zone: 'Europe/Berlin', slot: '2030-01-15T10:30' },
    state: 'active',
    pausedBecause: null,
  };
  const of = { seriesId: '019a0000-0000-7000-8000-0000000000d1', dueLocal: '2030-01-15T10:30' };
  const message: Message & Pick<MessageDetail, 'series'> = { ...aMessage(of), series };
  const path = `PATCH /api/messages/${message._id}`;

  it('is edited alone by default', async () => {
    server.on(path, () => aMessage({ ...of, version: 4 }));
    const { user, onClose } = await renderCompose({ message });
    expect(screen.queryByRole('combobox', { name: 'Repeats' })).toBeNull();
    await user.type(textInput(), '!');
    await user.click(button('Save'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent(path)).toEqual([{ version: 3, message: 'See you at noon!', pastDue: 'refuse' }]);
  });

  it('sends only differences and shows the remaining rule when edited with those after it', async () => {
    server.on(`${path}/series`, () => ({ changed: 3, left: [], message: aMessage(of) }));
    const { user, onClose } = await renderCompose({ message });
    await user.click(screen.getByRole('radio', { name: 'This and following' }));
    await screen.findByRole('list', { name: 'All 3 times' });
    expect(times('All 3 times')).toHaveLength(3);
    await user.type(textInput(), '!');
    await user.click(button('Save'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent(`${path}/series`)).toEqual([{ version: 3, scope: 'following', message: 'See you at noon!' }]);
    await screen.findByText('3 messages saved');
  });

  it('applies changes meant for the series to the current version after someone else edited one message', async () => {
    const refused = refusal(409, 'TOO_LATE', { status: 'pending' });
    server.on(`${path}/series`, ({ body }) =>
      (body as Message).version === 3 ? refused : { changed: 5, left: [], message: aMessage(of) },
    );
    server.on(`GET /api/messages/${message._id}`, () => ({ ...message, version: 4 }));
    const { user, onClose } = await renderCompose({ message });
    await user.click(screen.getByRole('radio', { name: 'All not sent yet' }));
    await user.type(textInput(), '!');
    await user.click(button('Save'));
    await user.click(await screen.findByRole('button', { name: 'Save my version' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent(`${path}/series`)).toMatchObject([
      { version: 3, scope: 'all' },
      { version: 4, scope: 'all', message: 'See you at noon!' },
    ]);
  });

  it('takes another rule for all, and reports a lane that was quicker', async () => {
    server.on(`${path}/series`, () => refusal(409, 'TOO_LATE', { status: 'sending' }));
    server.on(`GET /api/messages/${message._id}`, () => ({
      ...message,
      status: 'sending',
      abilities: { ...message.abilities, edit: false, cancel: false },
    }));
    const { user } = await renderCompose({ message });
    await user.click(screen.getByRole('radio', { name: 'All not sent yet' }));
    await choose(user, 'Repeats', 'Weekly');
    await screen.findByText('Every week on Tuesday at 10:30 AM');
    await user.click(button('Save'));
    await screen.findByText('Too late: this message was sent while you were writing');
    expect(sent(`${path}/series`)).toEqual([{ version: 3, scope: 'all', recurrence: { rule: 'FREQ=WEEKLY' } }]);
  });
});
