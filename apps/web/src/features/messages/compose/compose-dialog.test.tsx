import type { Message } from '@switchyard/contracts/messages/message';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { composeTests } from '../../../../test/compose-tests.tsx';
import { refusal } from '../../../../test/fake-server.ts';
import { faultOf } from '../../../../test/fault-of.ts';
import { aMessage } from '../test-messages.ts';

const { server, renderCompose, to, textInput, button, sent, focused } = composeTests();

describe('a new message', () => {
  it('focuses the first field, submits in the workspace’s zone, and closes', async () => {
    server.on('POST /api/messages', () => aMessage());
    const { user, onClose } = await renderCompose();
    await waitFor(() => expect(focused()).toBe(to().id));
    await user.paste('+447700900123');
    await user.click(textInput());
    await user.paste('Hello');
    expect(screen.getByText(/^Sends .*2030/)).toBeTruthy();
    await user.click(button('Schedule'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent('POST /api/messages')).toEqual([
      {
        contactList: [{ mobile: '+447700900123' }],
        message: 'Hello',
        attachment: null,
        poll: null,
        dueDate: '2030-01-15T10:30',
        zone: 'Europe/Berlin',
        pastDue: 'refuse',
      },
    ]);
    expect(screen.getByText('Message scheduled')).toBeTruthy();
  });

  it('goes to a group, listed in its own section', async () => {
    const [engine, choir] = ['019a0000-0000-7000-8000-0000000000e1', '120363000000000001@g.us'];
    server.on('GET /api/engines', () => ({ data: [{ _id: engine, type: 'gateway', active: true }], total: 1 }));
    server.on(`GET /api/engines/${engine}/groups`, () => ({
      data: [
        { chat: choir, subject: 'Choir', size: 12, canWrite: true },
        { chat: '120363000000000002@g.us', subject: 'Left', size: 3, canWrite: false },
      ],
      total: 2,
    }));
    server.on('POST /api/messages', () => aMessage());
    const { user, onClose } = await renderCompose();
    await user.type(to(), 'r');
    await screen.findByRole('option', { name: `Choir · ${choir}` });
    // The options re-render when contacts and groups for other letters arrive.
    expect(await screen.findByText('Groups')).toBeTruthy();
    expect(screen.queryByRole('option', { name: /Left/ })).toBeNull();
    // An option may re-render before it is clicked.
    await waitFor(async () => {
      const option = screen.queryByRole('option', { name: `Choir · ${choir}` });
      if (option) await user.click(option);
      expect(to()).toHaveProperty('value', 'Choir');
    });
    await user.click(textInput());
    await user.paste('Hello');
    await user.click(button('Schedule'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent('POST /api/messages')).toMatchObject([{ contactName: 'Choir', contactList: [{ mobile: choir }] }]);
  });

  it('goes out through the selected number, or by the rule when none is selected', async () => {
    const numbers = ['1', '2'].map((place) => ({
      ...{
        _id: `019a0000-0000-7000-8000-0000000000e${place}`,
        name: `Line ${place}`,
        phoneNumber: `+44770090000${place}`,
      },
      ...{ type: 'gateway', active: true, isLegacy: false },
    }));
    server.on('GET /api/engines', () => ({ data: numbers, total: 2 }));
    for (const { _id } of numbers) server.on(`GET /api/engines/${_id}/groups`, () => ({ data: [], total: 0 }));
    server.on('POST /api/messages', () => aMessage());
    const write = async () => {
      const { user, unmount } = await renderCompose();
      await user.click(to());
      await user.paste('+447700900456');
      await user.click(textInput());
      await user.paste('Hello');
      return { user, unmount };
    };
    const ruled = await write();
    await ruled.user.click(button('Schedule'));
    await waitFor(() => expect(sent('POST /api/messages')).toHaveLength(1));
    ruled.unmount();
    const { user } = await write();
    await user.click(await screen.findByRole('combobox', { name: 'Send from' }));
    await user.click(await screen.findByRole('option', { name: 'Line 2 · +447700900002' }));
    await user.click(button('Schedule'));
    await waitFor(() => expect(sent('POST /api/messages')).toHaveLength(2));
    const [byRule, chosen] = sent('POST /api/messages');
    expect(byRule).not.toHaveProperty('engineId');
    expect(chosen).toMatchObject({ engineId: numbers[1]?._id });
  });

  it('goes to a contact picked by name', async () => {
    server.on('POST /api/messages', () => aMessage());
    const { user, onClose } = await renderCompose();
    await user.type(to(), 'Gra');
    await user.click(await screen.findByRole('option', { name: 'Grace Hopper · +447700900456' }));
    expect(to()).toHaveProperty('value', 'Grace Hopper');
    await user.click(textInput());
    await user.paste('Hello');
    await user.click(button('Schedule'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent('POST /api/messages')).toMatchObject([
      { contactName: 'Grace Hopper', contactList: [{ mobile: '+447700900456', name: 'Grace Hopper' }] },
    ]);
  });

  it('reports each missing field before sending and focuses the first', async () => {
    const { user } = await renderCompose();
    await user.click(button('Schedule'));
    expect(faultOf(to())).toBe('Add a recipient.');
    expect(faultOf(textInput())).toBe('Write a message.');
    expect(focused()).toBe(to().id);
    await user.paste('Ada');
    expect(faultOf(to())).toBeUndefined();
    expect(faultOf(textInput())).toBe('Write a message.');
    expect(sent('POST /api/messages')).toEqual([]);
  });

  it('shows a server error at its field and keeps the text', async () => {
    const faults = [{ field: 'contactList.0.mobile', message: 'This is no number.' }];
    server.on('POST /api/messages', () => refusal(422, 'INVALID', { faults }));
    const { user, onClose } = await renderCompose();
    await user.click(to());
    await user.paste('+44');
    await user.click(textInput());
    await user.paste('Hello');
    await user.click(button('Schedule'));
    await waitFor(() => expect(faultOf(to())).toBe('This is no number.'));
    expect(focused()).toBe(to().id);
    expect(textInput()).toHaveProperty('value', 'Hello');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('shows errors that belong to no field above the form', async () => {
    server.on('POST /api/messages', () => refusal(503, 'UNAVAILABLE', {}, 'The database does not answer.'));
    const { user } = await renderCompose();
    await user.click(to());
    await user.paste('Ada');
    await user.click(textInput());
    await user.paste('Hello');
    await user.click(button('Schedule'));
    expect((await screen.findByRole('alert')).textContent).toBe('The database does not answer.');
  });

  it('is sent with a past due date only after confirmation', async () => {
    server.on('POST /api/messages', () => aMessage());
    const { user, onClose } = await renderCompose({ at: '2020-01-15T10:30:00' });
    await user.click(to());
    await user.paste('Ada');
    await user.click(textInput());
    await user.paste('Hello');
    await user.click(button('Send it now'));
    await user.click(button('Send'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent('POST /api/messages')).toMatchObject([{ pastDue: 'refuse', dueDate: 'now' }]);
  });

  it('can be sent now without a date', async () => {
    server.on('POST /api/messages', () => aMessage());
    const { user, onClose } = await renderCompose();
    await user.click(to());
    await user.paste('Ada');
    await user.click(textInput());
    await user.paste('Hello');
    await user.click(screen.getByRole('checkbox', { name: 'Send it now' }));
    expect(screen.getByText('Sends as soon as your number can.')).toBeTruthy();
    await user.click(button('Send'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent('POST /api/messages')).toMatchObject([{ dueDate: 'now' }]);
  });
});

it('focuses the text of a reply, addresses the sender, and includes the quote unless it is removed', async () => {
  server.on('POST /api/messages', () => aMessage());
  const quote = { waMessageId: '3EB0', from: null, text: 'See you at noon' };
  const { user, onClose } = await renderCompose({ answers: aMessage({ status: 'sent' }), quote });
  await waitFor(() => expect(focused()).toBe(textInput().id));
  expect(screen.getByText('See you at noon')).toBeTruthy();
  await user.paste('I am late');
  await user.click(button('Schedule'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent('POST /api/messages')).toMatchObject([
    { quote, message: 'I am late', contactList: [{ mobile: '+447700900456' }] },
  ]);
});

it('sends an edited failed message again at once as a new one', async () => {
  const failed = aMessage({ status: 'failed' });
  server.on(`POST /api/messages/${failed._id}/resend`, () => aMessage({ _id: failed._id.replace(/1$/, '2') }));
  const { user, onClose } = await renderCompose({ again: failed });
  await user.clear(textInput());
  await user.paste('Once more');
  await user.click(button('Send'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent(`POST /api/messages/${failed._id}/resend`)).toEqual([
    { version: 3, message: 'Once more', dueDate: 'now', zone: 'Europe/Berlin', pastDue: 'refuse' },
  ]);
});

describe('an edit', () => {
  it('sends only changed fields with the version, so that the due time keeps its seconds', async () => {
    const message = aMessage();
    server.on(`PATCH /api/messages/${message._id}`, () => ({ ...message, message: 'See you at one', version: 4 }));
    const { user, onClose } = await renderCompose({ message });
    await waitFor(() => expect(focused()).toBe(textInput().id));
    await user.clear(textInput());
    await user.paste('See you at one');
    await user.click(button('Save'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent(`PATCH /api/messages/${message._id}`)).toEqual([
      { version: 3, message: 'See you at one', pastDue: 'refuse' },
    ]);
  });

  it('can be undone to the exact original due time', async () => {
    const message = aMessage();
    const requests: unknown[] = [];
    server.on(`PATCH /api/messages/${message._id}`, ({ body }) => {
      requests.push(body);
      return aMessage({
        message: 'Later',
        dueDate: '2030-02-01T09:00:00.000Z',
        dueLocal: '2030-02-01T10:00',
        version: 4,
      });
    });
    const { user } = await renderCompose({ message });
    await user.clear(textInput());
    await user.paste('Later');
    await user.click(button('Save'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Edit undone');
    expect(requests[1]).toEqual({
      version: 4,
      message: message.message,
      dueDate: message.dueDate,
      zone: message.zone,
      pastDue: 'wait',
    });
  });

  const detail = (of: Partial<Message>) => ({
    ...aMessage(of),
    holds: [],
    triedAt: null,
    retriedAs: null,
    recipientZone: null,
    asQuote: null,
    series: null,
  });

  it('that comes too late shows what was sent and offers the text as a new message', async () => {
    const message = aMessage();
    const abilities = { ...message.abilities, edit: false };
    server.on(`PATCH /api/messages/${message._id}`, () => refusal(409, 'TOO_LATE', { status: 'sending' }));
    server.on(`GET /api/messages/${message._id}`, () => detail({ status: 'sending', version: 4, abilities }));
    server.on('POST /api/messages', () => aMessage());
    const { user, onClose } = await renderCompose({ message });
    await user.type(textInput(), '!');
    await user.click(button('Save'));
    const alert = await screen.findByRole('alert', { name: /Too late: this message was sent/ });
    expect(alert.textContent).toContain('Sending');
    expect(textInput()).toHaveProperty('value', 'See you at noon!');
    await user.click(button('Send mine as a new message'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent('POST /api/messages')).toMatchObject([{ message: 'See you at noon!', dueDate: 'now' }]);
  });

  it('of a message changed by someone else shows their version and applies only my changes to it', async () => {
    const message = aMessage();
    const current = { version: 7, dueDate: '2030-02-01T09:00:00.000Z', message: 'See you at noon, Bea' };
    let version = 3;
    server.on(`PATCH /api/messages/${message._id}`, ({ body }) => {
      const isSeen = (body as { version: number }).version === current.version;
      version += 1;
      return isSeen ? aMessage({ ...current, version }) : refusal(409, 'TOO_LATE', { status: 'pending' });
    });
    server.on(`GET /api/messages/${message._id}`, () => detail(current));
    const { user, onClose } = await renderCompose({ message });
    await user.type(textInput(), '!');
    await user.click(button('Save'));
    const alert = await screen.findByRole('alert', { name: /Someone else changed/ });
    expect(alert.textContent).toContain('See you at noon, Bea');
    await user.click(button('Save my version'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent(`PATCH /api/messages/${message._id}`).at(-1)).toEqual({
      version: 7,
      message: 'See you at noon!',
      pastDue: 'refuse',
    });
  });
});

it('warns when the opt-out check fails', async () => {
  server.on('GET /api/suppressions/check', () => refusal(500, 'INTERNAL'));
  const { user } = await renderCompose();
  await user.click(to());
  await user.paste('+447700900123');
  expect(await screen.findByText(/Couldn’t check whether \+447700900123/)).toBeTruthy();
});

it('warns before a manual message to an opted-out number and still sends it', async () => {
  const unwanted = '+447700900123';
  server.on('GET /api/suppressions/check', ({ url }) => {
    const mobile = url.searchParams.get('mobile');
    const suppression = { _id: '019a0000-0000-7000-8000-0000000000f1', mobile, contactName: null, cause: 'stop-word' };
    return {
      suppression: mobile === unwanted ? { ...suppression, words: 'STOP', createdAt: '2029-01-01T00:00:00Z' } : null,
    };
  });
  server.on('POST /api/messages', () => aMessage());
  const { user, onClose } = await renderCompose();
  await user.click(to());
  await user.paste(unwanted);
  expect(await screen.findByText(/opted out/)).toBeTruthy();
  await user.click(textInput());
  await user.paste('Hello');
  await user.click(button('Schedule'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
