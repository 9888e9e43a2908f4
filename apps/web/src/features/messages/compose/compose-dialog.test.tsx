import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { faultOf } from '../../../../test/fault-of.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { aMessage } from '../test-messages.ts';
import { ComposeDialog, type Composed } from './compose-dialog.tsx';

const server = fakeServer();
const grace = { _id: '019a0000-0000-7000-8000-0000000000c1', name: 'Grace Hopper', mobile: '+447700900456' };
beforeEach(() => {
  server.on('GET /api/contacts', () => ({ data: [grace], total: 1 }));
  server.on('GET /api/engines', () => ({ data: [], total: 0 }));
});

const renderCompose = async (composed: Composed = { at: '2030-01-15T10:30:00' }) => {
  const onClose = vi.fn();
  const { user } = await renderPart(<ComposeDialog composed={composed} onClose={onClose} />);
  return { user, onClose };
};
const to = () => screen.getByRole('combobox', { name: 'To' });
const words = (name = 'Message') => screen.getByRole('textbox', { name });
const button = (name: string) => screen.getByRole('button', { name });
const option = (place: number) => screen.getByRole('textbox', { name: `Option ${place}` });
const sent = (operation: string) => server.sent(operation).map((one) => one.body);
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id;

describe('a new message', () => {
  it('begins in the first field, sends what was filled in, in the zone of the workspace, and closes', async () => {
    server.on('POST /api/messages', () => aMessage());
    const { user, onClose } = await renderCompose();
    await waitFor(() => expect(focused()).toBe(to().id));
    await user.paste('+447700900123');
    await user.click(words());
    await user.paste('Hello');
    expect(screen.getByText(/^Goes out .*2030/)).toBeTruthy();
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

  it('goes to a group of an engine, which is offered in a section of its own', async () => {
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
    const option = await screen.findByRole('option', { name: `Choir · ${choir}` });
    expect(screen.getByText('Groups')).toBeTruthy();
    expect(screen.queryByRole('option', { name: /Left/ })).toBeNull();
    await user.click(option);
    expect(to()).toHaveProperty('value', 'Choir');
    await user.click(words());
    await user.paste('Hello');
    await user.click(button('Schedule'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent('POST /api/messages')).toMatchObject([{ contactName: 'Choir', contactList: [{ mobile: choir }] }]);
  });

  it('goes to a contact that is picked by name', async () => {
    server.on('POST /api/messages', () => aMessage());
    const { user, onClose } = await renderCompose();
    await user.type(to(), 'Gra');
    await user.click(await screen.findByRole('option', { name: 'Grace Hopper · +447700900456' }));
    expect(to()).toHaveProperty('value', 'Grace Hopper');
    await user.click(words());
    await user.paste('Hello');
    await user.click(button('Schedule'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent('POST /api/messages')).toMatchObject([
      { contactName: 'Grace Hopper', contactList: [{ mobile: '+447700900456', name: 'Grace Hopper' }] },
    ]);
  });

  it('is not sent while something is missing: told at each field, from the first on', async () => {
    const { user } = await renderCompose();
    await user.click(button('Schedule'));
    expect(faultOf(to())).toBe('Say who gets the message.');
    expect(faultOf(words())).toBe('Write a message.');
    expect(focused()).toBe(to().id);
    await user.paste('Ada');
    expect(faultOf(to())).toBeUndefined();
    expect(faultOf(words())).toBe('Write a message.');
    expect(sent('POST /api/messages')).toEqual([]);
  });

  it('shows what the server finds fault with at its field, and keeps what was written', async () => {
    const faults = [{ field: 'contactList.0.mobile', message: 'This is no number.' }];
    server.on('POST /api/messages', () => refusal(422, 'INVALID', { faults }));
    const { user, onClose } = await renderCompose();
    await user.click(to());
    await user.paste('+44');
    await user.click(words());
    await user.paste('Hello');
    await user.click(button('Schedule'));
    await waitFor(() => expect(faultOf(to())).toBe('This is no number.'));
    expect(focused()).toBe(to().id);
    expect(words()).toHaveProperty('value', 'Hello');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('says above the fields what is wrong with none of them', async () => {
    server.on('POST /api/messages', () => refusal(503, 'UNAVAILABLE', {}, 'The database does not answer.'));
    const { user } = await renderCompose();
    await user.click(to());
    await user.paste('Ada');
    await user.click(words());
    await user.paste('Hello');
    await user.click(button('Schedule'));
    expect((await screen.findByRole('alert')).textContent).toBe('The database does not answer.');
  });

  it('due in the past is sent only by choice', async () => {
    server.on('POST /api/messages', () => aMessage());
    const { user, onClose } = await renderCompose({ at: '2020-01-15T10:30:00' });
    await user.click(to());
    await user.paste('Ada');
    await user.click(words());
    await user.paste('Hello');
    await user.click(screen.getByRole('checkbox', { name: 'Send it now' }));
    await user.click(button('Schedule'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent('POST /api/messages')).toMatchObject([{ pastDue: 'send-now', dueDate: '2020-01-15T10:30' }]);
  });
});

describe('an edit', () => {
  it('sends what was changed and its version, so that the seconds of the due moment stay', async () => {
    const message = aMessage();
    server.on(`PATCH /api/messages/${message._id}`, () => ({ ...message, message: 'See you at one', version: 4 }));
    const { user, onClose } = await renderCompose({ message });
    await waitFor(() => expect(focused()).toBe(words().id));
    await user.clear(words());
    await user.paste('See you at one');
    await user.click(button('Save'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent(`PATCH /api/messages/${message._id}`)).toEqual([
      { version: 3, message: 'See you at one', pastDue: 'refuse' },
    ]);
  });

  it('that comes too late says where the message stands now', async () => {
    const message = aMessage();
    server.on(`PATCH /api/messages/${message._id}`, () => refusal(409, 'TOO_LATE', { status: 'sending' }));
    const { user } = await renderCompose({ message });
    await user.type(words(), '!');
    await user.click(button('Save'));
    expect((await screen.findByRole('alert')).textContent).toContain('is now “Sending”. Nothing was changed.');
  });
});

describe('a poll', () => {
  const renderPoll = async () => {
    const { user, onClose } = await renderCompose();
    await user.click(button('Make a poll'));
    await user.click(option(1));
    await user.paste('Tea');
    await user.keyboard('{Enter}');
    return { user, onClose };
  };

  it('is written by the keyboard: Enter adds an option, Alt and an arrow move it', async () => {
    server.on('POST /api/messages', () => aMessage());
    const { user, onClose } = await renderPoll();
    expect(focused()).toBe('Option 2');
    await user.paste('Coffee');
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(focused()).toBe('Option 1');
    expect(screen.getByText('Moved to place 1 of 3')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'People may choose several options' }));
    await user.click(to());
    await user.paste('Ada');
    await user.click(words('Question'));
    await user.paste('Tea or coffee?');
    await user.click(button('Schedule'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent('POST /api/messages')).toMatchObject([
      { message: 'Tea or coffee?', poll: { options: ['Coffee', 'Tea'], selectable: 0 } },
    ]);
  });

  it('tells at an option what is wrong with it, wherever it moves, until it is taken off', async () => {
    const { user } = await renderPoll();
    await user.paste('Tea');
    await user.click(button('Schedule'));
    expect(faultOf(words('Question'))).toBe('Ask a question.');
    expect(faultOf(option(2))).toBe('This option is there already.');
    await user.click(button('Move Option 2 down'));
    expect(faultOf(option(3))).toBe('This option is there already.');
    await user.click(button('Remove Option 3'));
    expect(focused()).toBe('Option 2');
    expect(screen.queryByText('This option is there already.')).toBeNull();
    expect(button('Remove Option 2')).toHaveProperty('disabled', true);
    await user.click(button('Remove the poll'));
    expect(faultOf(words())).toBeUndefined();
  });

  it('has at most twelve options', async () => {
    const { user } = await renderPoll();
    for (let place = 4; place <= 12; place += 1) await user.click(button('Add an option'));
    expect(focused()).toBe('Option 12');
    expect(button('Add an option')).toHaveProperty('disabled', true);
    await user.click(option(3));
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('textbox', { name: 'Option 13' })).toBeNull();
  });
});

it('a file dropped anywhere in the window is taken, and refused in words when it is empty', async () => {
  await renderCompose();
  const drop = (file: File) => {
    const dataTransfer = {
      types: ['Files'],
      files: [file],
      items: [{ kind: 'file', type: file.type, getAsFile: () => file }],
    };
    fireEvent.dragEnter(document.body, { dataTransfer });
    fireEvent.drop(screen.getByText('Drop the file to attach it'), { dataTransfer });
  };
  drop(new File([], 'empty.txt', { type: 'text/plain' }));
  expect(await screen.findByText('empty.txt is empty.')).toBeTruthy();
});
