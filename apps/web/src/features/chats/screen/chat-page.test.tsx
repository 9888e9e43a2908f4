import { CHAT_ACTS } from '@switchyard/contracts/chats/act-kinds';
import type { Chat, Thread } from '@switchyard/contracts/chats/operations';
import type { Message } from '@switchyard/contracts/messages/message';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { aThreadMessage } from '../../../components/conversation/test-entries.ts';
import { mergeThreadEnd } from '../../../components/conversation/thread-query.ts';
import { ChatPage } from './chat-page.tsx';
import type { ChatScreenSearch } from './chat-search.ts';

const ENGINE = '019a0000-0000-7000-8000-0000000000e1';
const ANNIE = '+447700900001';

const server = fakeServer();
const aChat = (of: Partial<Chat> = {}): Chat => ({
  chat: ANNIE,
  name: 'Annie',
  nameFrom: 'contact',
  latest: {
    fromMe: false,
    from: ANNIE,
    via: null,
    kind: 'text',
    text: 'the latest word',
    at: '2026-11-16T08:00:00.000Z',
    isEdited: false,
    isDeleted: false,
  },
  lastReceivedAt: '2026-11-16T08:00:00.000Z',
  lastSentAt: null,
  unanswered: 1,
  unread: 2,
  size: null,
  pictureFileId: null,
  isArchived: null,
  isPinned: null,
  mutedUntil: null,
  acts: [],
  ...of,
});
const aThread = (of: Partial<Thread> = {}): Thread => ({
  data: [],
  older: null,
  newer: null,
  outgoing: [],
  keptDays: 90,
  abilities: { acts: [...CHAT_ACTS], olderMessages: true, typing: true },
  ...of,
});

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  localStorage.clear();
  server.on('GET /api/engines', () => ({ data: [{ _id: ENGINE, name: 'Main', phoneNumber: null }], total: 1 }));
  server.on(`GET /api/engines/${ENGINE}/chats`, () => ({ data: [aChat()], total: 1, next: null }));
  server.on(`POST /api/engines/${ENGINE}/chats/typing`, () => ({ ok: true }));
});

function Page({ at }: { at: ChatScreenSearch }) {
  const [search, setSearch] = useState(at);
  return <ChatPage search={search} onSearch={setSearch} />;
}
const renderPage = (at: ChatScreenSearch = {}) => renderPart(<Page at={at} />);
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });

describe('the chats', () => {
  it('open from the list with the thread and a link to the rest', async () => {
    server.on(`GET /api/engines/${ENGINE}/chats/thread`, () => aThread({ data: [aThreadMessage({ text: 'Hello' })] }));
    const { user } = await renderPage();
    await user.click(await screen.findByRole('button', { name: /Annie.*the latest word/ }));
    const pane = await screen.findByRole('region', { name: 'Messages with Annie' });
    expect(await within(pane).findByText('Hello')).toBeTruthy();
    expect(within(pane).getByText(/stored here for 90 days/)).toBeTruthy();
  });

  it('keep a draft across a reload, and what the server refused', async () => {
    server.on(`GET /api/engines/${ENGINE}/chats/thread`, () => aThread());
    const first = await renderPage({ chat: ANNIE });
    await first.user.type(await field(), 'Half a sentence');
    first.unmount();
    const { user } = await renderPage({ chat: ANNIE });
    expect((await field()).value).toBe('Half a sentence');

    server.on('POST /api/messages', () => refusal(422, 'INVALID'));
    await user.type(await field(), '{Enter}');
    await screen.findByText(/^Not sent\./);
    expect((await field()).value).toBe('Half a sentence');
    expect(server.sent('POST /api/messages')[0]?.body).toMatchObject({
      message: 'Half a sentence',
      engineId: ENGINE,
      contactList: [{ mobile: ANNIE }],
      dueDate: 'now',
    });
  });

  it('show a new message at once as pending, with an option to cancel it', async () => {
    let outgoing: Message[] = [];
    server.on(`GET /api/engines/${ENGINE}/chats/thread`, () => aThread({ outgoing }));
    server.on('POST /api/messages', () => {
      outgoing = [waiting('Hi Annie')];
      return outgoing[0] as Message;
    });
    const { user } = await renderPage({ chat: ANNIE });
    await user.type(await field(), 'Hi Annie{Enter}');
    await waitFor(async () => expect((await field()).value).toBe(''));
    expect(await within(screen.getByRole('log')).findByText('Hi Annie')).toBeTruthy();
    expect(within(screen.getByRole('log')).getByText('Pending')).toBeTruthy();
    expect(within(screen.getByRole('log')).getByRole('button', { name: 'Cancel' })).toBeTruthy();
  });

  it('cannot be written to where WhatsApp hides the number', async () => {
    server.on(`GET /api/engines/${ENGINE}/chats/thread`, () => aThread());
    await renderPage({ chat: '123456@lid' });
    expect(await screen.findByText(/hides this person’s number/)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  });
});

describe('a refetched thread', () => {
  const said = Array.from({ length: 6 }, (_, index) => aThreadMessage({ text: `m${index}` }));
  it('keeps older messages and replaces the end', () => {
    const known = aThread({ data: said.slice(0, 4), older: 'more' });
    const changed = said.slice(2).map((message) => ({ ...message, text: `${message.text}!` }));
    const { data, older } = mergeThreadEnd(known, aThread({ data: changed, older: 'nearer' }));
    expect(data.map(({ text }) => text)).toEqual(['m0', 'm1', 'm2!', 'm3!', 'm4!', 'm5!']);
    expect(older).toBe('more');
  });

  it('keeps all messages of the same moment', () => {
    const at = '2026-11-16T08:00:00.000Z';
    // Ordered by microseconds, which differs from the order of their ids.
    const [first, second] = [aThreadMessage({ at, _id: 'b' }), aThreadMessage({ at, _id: 'a' })];
    const { data } = mergeThreadEnd(aThread({ data: [first, second] }), aThread({ data: [second], older: 'nearer' }));
    expect(data).toEqual([first, second]);
  });

  it('drops older messages when too many are new, so that no gap is hidden', () => {
    const known = aThread({ data: said.slice(0, 2), older: 'more' });
    const fresh = aThread({ data: said.slice(4), older: 'nearer' });
    expect(mergeThreadEnd(known, fresh)).toEqual(fresh);
  });
});

const waiting = (message: string): Message => ({
  _id: '019a0000-0000-7000-8000-00000000aaaa',
  contactName: 'Annie',
  contactList: [{ mobile: ANNIE }],
  status: 'pending',
  ack: 0,
  kind: 'text',
  message,
  attachment: null,
  poll: null,
  quote: null,
  dueDate: '2026-11-16T09:00:00.000Z',
  dueLocal: '2026-11-16T10:00',
  dueTime: '10:00',
  zone: 'Europe/Berlin',
  sentWith: 'whatsapp',
  origin: 'web',
  retryCount: 0,
  campaignId: null,
  sendFailureReason: null,
  isRecurring: false,
  seriesId: null,
  verifyContact: false,
  engineId: ENGINE,
  version: 1,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  createdAt: '2026-11-16T09:00:00.000Z',
  updatedAt: '2026-11-16T09:00:00.000Z',
  deleted: false,
  abilities: { edit: true, cancel: true, restore: false, resend: false, remove: false, resolve: false },
});
