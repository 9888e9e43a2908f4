/** An example request to an operation of `/v1`, with its response. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Defaults to 200. */
  status?: number;
  /** Omitted if there is no response body. */
  answer?: unknown;
}

/** Objects used in the examples. */
export const EXAMPLE_IDS = {
  engine: '019ac5d0-11aa-7d02-8c11-aa61f2c0de55',
  workspace: '019ac5d0-0001-7d02-8c11-aa61f2c0de01',
  message: '019ac5d2-8f4e-7c31-9d2a-5b7e6f104c3a',
  oldAudience: '019ac5d3-3f50-7d66-a1b2-c3d4e5f60718',
  audience: '019ac5d3-21b0-7aa4-8e0f-3c9d1b7a6e02',
  contact: '019ac5d3-21c4-7b10-9f31-6d2e8a4b5c13',
  campaign: '019ac5d4-7d10-7e52-8a6b-90c1d2e3f405',
  board: '019ac5d5-0c32-7f03-b1d2-17e8f9a0b1c2',
  item: '019ac5d5-0c9e-7a14-a2e3-28f9a0b1c2d3',
  oldContact: '019ac5d3-6a01-7b10-9f31-6d2e8a4b5c14',
  oldTemplate: '019ac5d3-6a02-7b10-9f31-6d2e8a4b5c15',
  bot: '019ac5d3-6a03-7b10-9f31-6d2e8a4b5c16',
  knowledgeBase: '019ac5d3-6a04-7b10-9f31-6d2e8a4b5c17',
  webhook: '019ac5d6-5e76-7b25-93f4-390a1b2c3d4e',
};

/** A group as returned with its members. */
const CHOIR = {
  success: true,
  data: {
    id: '120363025246125486@g.us',
    name: 'Choir',
    description: 'We sing on Tuesdays.',
    participantCount: 2,
    announce: false,
    restrict: false,
    participants: [
      { chatId: '447700900126@c.us', isAdmin: true, isSuperAdmin: false, name: 'Ann' },
      { chatId: '447700900127@c.us', isAdmin: false, isSuperAdmin: false },
    ],
  },
};

const BEN = {
  success: true,
  data: {
    id: '019ac5d3-6a01-7b10-9f31-6d2e8a4b5c14',
    chatId: '447700900129@c.us',
    name: 'Ben',
    fields: { city: 'Bath' },
    createdAt: '2026-11-28T09:30:00.000Z',
    updatedAt: '2026-11-28T09:30:00.000Z',
  },
};
const REMINDER = {
  success: true,
  data: {
    id: '019ac5d3-6a02-7b10-9f31-6d2e8a4b5c15',
    name: 'Reminder',
    text: 'See you at {time}, {name|there}.',
    updatedAt: '2026-11-28T09:30:00.000Z',
  },
};

/** An example of each operation, by operation id. A test runs them in order. */
export const EXAMPLES: Record<string, Example> = {
  'ping.check': {
    answer: {
      success: true,
      data: {
        api: 'ok',
        accountId: '019ac5d0-0001-7d02-8c11-aa61f2c0de01',
        whatsappConnections: [
          {
            id: '019ac5d0-11aa-7d02-8c11-aa61f2c0de55',
            type: 'gateway',
            connected: true,
          },
        ],
      },
    },
  },
  'account.retrieve': {
    answer: {
      success: true,
      data: {
        id: '019ac5d0-0001-7d02-8c11-aa61f2c0de01',
        name: 'Ann Lee’s workspace',
        userEmail: 'ann@example.com',
        timezone: 'UTC',
        createdAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'engines.list': {
    answer: {
      success: true,
      data: [
        {
          id: '019ac5d0-11aa-7d02-8c11-aa61f2c0de55',
          type: 'gateway',
          connected: true,
          state: 'CONNECTED',
        },
      ],
    },
  },
  'scheduledMessages.create': {
    params: {
      chatId: '+447700900126',
    },
    body: {
      type: 'text',
      text: 'Your table is ready.',
      sendAt: '2035-01-01T09:00:00Z',
    },
    status: 201,
    answer: {
      success: true,
      data: {
        id: '019ac5d7-0002-7c31-9d2a-5b7e6f104002',
        waMessageKey: {
          fromMe: true,
          remote: '447700900126@c.us',
          id: '3EB04F1E2D3C4B5A697804',
          _serialized: 'true_447700900126@c.us_3EB04F1E2D3C4B5A697804',
        },
        to: '447700900126@c.us',
        type: 'text',
        text: 'Your table is ready.',
        status: 'pending',
        sendAt: '2035-01-01T09:00:00.000Z',
        createdAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'scheduledMessages.list': {
    query: {
      status: 'pending',
      limit: '1',
    },
    answer: {
      success: true,
      data: [
        {
          id: '019ac5d7-0002-7c31-9d2a-5b7e6f104002',
          waMessageKey: {
            fromMe: true,
            remote: '447700900126@c.us',
            id: '3EB04F1E2D3C4B5A697804',
            _serialized: 'true_447700900126@c.us_3EB04F1E2D3C4B5A697804',
          },
          to: '447700900126@c.us',
          type: 'text',
          text: 'Your table is ready.',
          status: 'pending',
          sendAt: '2035-01-01T09:00:00.000Z',
          createdAt: '2026-11-28T09:30:00.000Z',
        },
      ],
      limit: 1,
      skip: 0,
      total: 3,
    },
  },
  'scheduledMessages.get': {
    params: {
      id: EXAMPLE_IDS.message,
    },
    answer: {
      success: true,
      data: {
        id: '019ac5d2-8f4e-7c31-9d2a-5b7e6f104c3a',
        waMessageKey: {
          fromMe: true,
          remote: '447700900126@c.us',
          id: '3EB04F1E2D3C4B5A697846',
          _serialized: 'true_447700900126@c.us_3EB04F1E2D3C4B5A697846',
        },
        to: '447700900126@c.us',
        type: 'text',
        text: 'Hi',
        status: 'pending',
        sendAt: '2035-01-01T09:00:00.000Z',
        createdAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'scheduledMessages.update': {
    params: {
      id: EXAMPLE_IDS.message,
    },
    body: {
      text: 'Your table will be ready at nine.',
    },
    answer: {
      success: true,
      data: {
        id: '019ac5d2-8f4e-7c31-9d2a-5b7e6f104c3a',
        waMessageKey: {
          fromMe: true,
          remote: '447700900126@c.us',
          id: '3EB04F1E2D3C4B5A6978CC',
          _serialized: 'true_447700900126@c.us_3EB04F1E2D3C4B5A6978CC',
        },
        to: '447700900126@c.us',
        type: 'text',
        text: 'Your table will be ready at nine.',
        status: 'pending',
        sendAt: '2035-01-01T09:00:00.000Z',
        createdAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'extensions.holds': {
    params: {
      id: EXAMPLE_IDS.message,
    },
    answer: {
      success: true,
      data: {
        id: '019ac5d2-8f4e-7c31-9d2a-5b7e6f104c3a',
        status: 'pending',
        holds: [
          {
            rule: 'not_due',
            text: 'It isn’t due yet.',
            until: '2026-11-28T09:30:00.000Z',
          },
        ],
      },
    },
  },
  'scheduledMessages.delete': {
    params: {
      id: EXAMPLE_IDS.message,
    },
    answer: {
      success: true,
      data: {
        id: '019ac5d2-8f4e-7c31-9d2a-5b7e6f104c3a',
        deleted: true,
      },
    },
  },
  'messages.send': {
    params: {
      chatId: '+447700900126',
    },
    body: {
      type: 'poll',
      pollQuestion: 'Which evening?',
      pollOptions: ['Friday', 'Saturday'],
      pollAllowMultiple: false,
    },
    status: 201,
    answer: {
      success: true,
      data: {
        id: 'true_447700900126@c.us_3EB04F1E2D3C4B5A6978BC',
        waMessageKey: {
          fromMe: true,
          remote: '447700900126@c.us',
          id: '3EB04F1E2D3C4B5A6978BC',
          _serialized: 'true_447700900126@c.us_3EB04F1E2D3C4B5A6978BC',
        },
        to: '447700900126@c.us',
        type: 'poll',
        pollQuestion: 'Which evening?',
        pollOptions: ['Friday', 'Saturday'],
        pollAllowMultiple: false,
        status: 'pending',
        sendAt: '2035-01-01T09:00:00.000Z',
        createdAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'messages.list': {
    query: {
      chatId: '447700900126@c.us',
      messageTypes: 'chat,image',
      order: 'asc',
      limit: '1',
    },
    answer: {
      success: true,
      data: [
        {
          waMessageKey: {
            fromMe: false,
            remote: '447700900126@c.us',
            id: '3EB0C767D26A1D8E5F9A',
            _serialized: 'false_447700900126@c.us_3EB0C767D26A1D8E5F9A',
          },
          chatId: '447700900126@c.us',
          from: '447700900126@c.us',
          senderName: 'Ann',
          timestamp: '2026-11-28T09:30:00.000Z',
          text: 'See you at eight!',
          type: 'chat',
          fromMe: false,
        },
      ],
      limit: 1,
      skip: 0,
      total: 2,
    },
  },
  'messages.get': {
    params: {
      waMessageKey: 'false_447700900126@c.us_3EB0C767D26A1D8E5F9A',
    },
    answer: {
      success: true,
      data: {
        waMessageKey: {
          fromMe: false,
          remote: '447700900126@c.us',
          id: '3EB0C767D26A1D8E5F9A',
          _serialized: 'false_447700900126@c.us_3EB0C767D26A1D8E5F9A',
        },
        chatId: '447700900126@c.us',
        from: '447700900126@c.us',
        senderName: 'Ann',
        timestamp: '2026-11-28T09:30:00.000Z',
        text: 'See you at eight!',
        type: 'chat',
        fromMe: false,
      },
    },
  },
  'messages.getAck': {
    params: {
      waMessageKey: 'true_447700900126@c.us_3EB0A1B2C3D4E5F60718',
    },
    answer: {
      success: true,
      data: {
        ack: 2,
      },
    },
  },
  'messages.batchAcks': {
    body: {
      messageKeys: ['true_447700900126@c.us_3EB0A1B2C3D4E5F60718', 'true_447700900126@c.us_3EB000000000000000'],
    },
    answer: {
      success: true,
      data: [
        {
          key: 'true_447700900126@c.us_3EB0A1B2C3D4E5F60718',
          ack: 2,
          found: true,
        },
        {
          key: 'true_447700900126@c.us_3EB000000000000000',
          found: false,
        },
      ],
      limit: 2,
      skip: 0,
      total: 2,
    },
  },
  'messages.getMedia': {
    params: {
      waMessageKey: 'false_447700900126@c.us_3EB0C767D26A1D8E5F9A',
    },
    answer: {
      success: true,
      data: {
        mediaUnavailable: 'no_media',
      },
    },
  },
  'chats.list': {
    query: {
      searchToken: 'eight',
      limit: '1',
    },
    answer: {
      success: true,
      data: [],
      limit: 1,
      skip: 0,
      total: 0,
    },
  },
  'chats.latest': {
    query: {
      numberOfChats: '1',
      numberOfMessages: '1',
    },
    answer: {
      success: true,
      data: {
        chats: [
          {
            chatId: '447700900126@c.us',
            name: 'Ann',
            chatType: 'contact',
            lastMessageAt: '2026-11-28T09:30:00.000Z',
            markedUnread: false,
            lastMessageText: 'See you',
            lastMessageFromMe: true,
            messages: [
              {
                waMessageKey: {
                  fromMe: true,
                  remote: '447700900126@c.us',
                  id: '3EB0A1B2C3D4E5F60718',
                  _serialized: 'true_447700900126@c.us_3EB0A1B2C3D4E5F60718',
                },
                chatId: '447700900126@c.us',
                from: '447700900001@c.us',
                timestamp: '2026-11-28T09:30:00.000Z',
                text: 'See you',
                type: 'chat',
                fromMe: true,
                ack: 2,
              },
            ],
          },
        ],
        totalChats: 1,
        numberOfChats: 1,
        numberOfMessages: 1,
      },
    },
  },
  'chats.get': {
    params: {
      id: '+447700900126',
    },
    answer: {
      success: true,
      data: {
        chatId: '447700900126@c.us',
        name: 'Ann',
        chatType: 'contact',
        lastMessageAt: '2026-11-28T09:30:00.000Z',
        markedUnread: false,
        lastMessageText: 'See you',
        lastMessageFromMe: true,
      },
    },
  },
  'chats.listParticipants': {
    params: {
      chatId: '120363025246125486@g.us',
    },
    query: {
      limit: '1',
    },
    answer: {
      success: true,
      data: [
        {
          chatId: '447700900126@c.us',
          name: 'Ann',
          isAdmin: true,
        },
      ],
      limit: 1,
      skip: 0,
      total: 2,
    },
  },
  'messages.react': {
    params: { waMessageKey: 'false_447700900126@c.us_3EB0C767D26A1D8E5F9A' },
    body: { emoji: '👍' },
    answer: { success: true, data: { ok: true } },
  },
  'messages.pin': {
    params: { waMessageKey: 'false_447700900126@c.us_3EB0C767D26A1D8E5F9A' },
    body: { duration: 86_400 },
    answer: { success: true, data: { ok: true } },
  },
  'messages.listPinned': {
    params: { chatId: '+447700900126' },
    answer: {
      success: true,
      data: [
        {
          key: 'false_447700900126@c.us_3EB0C767D26A1D8E5F9A',
          chatId: '447700900126@c.us',
          text: 'See you at eight!',
        },
      ],
      limit: 50,
      skip: 0,
      total: 1,
    },
  },
  'messages.unpin': {
    params: { waMessageKey: 'false_447700900126@c.us_3EB0C767D26A1D8E5F9A' },
    answer: { success: true, data: { ok: true } },
  },
  'messages.loadOlder': {
    params: { chatId: '+447700900126' },
    answer: {
      success: true,
      data: { canLoadMore: true, historyUnavailable: false, pagesExecuted: 1, coverage: {} },
    },
  },
  'chats.markRead': { params: { chatId: '+447700900126' }, answer: { success: true, data: { ok: true } } },
  'chats.archive': { params: { chatId: '+447700900126' }, answer: { success: true, data: { ok: true } } },
  'chats.unarchive': { params: { chatId: '+447700900126' }, answer: { success: true, data: { ok: true } } },
  'contacts.list': {
    query: {
      searchToken: 'Ann',
      limit: '1',
    },
    answer: {
      success: true,
      data: [
        {
          chatId: '447700900126@c.us',
          name: 'Ann',
        },
      ],
      limit: 1,
      skip: 0,
      total: 1,
    },
  },
  'groups.list': {
    query: {
      searchToken: 'Choir',
    },
    answer: {
      success: true,
      data: [
        {
          id: '120363025246125486@g.us',
          name: 'Choir',
          participantCount: 2,
        },
      ],
      limit: 50,
      skip: 0,
      total: 1,
    },
  },
  'groups.get': {
    params: { id: '120363025246125486@g.us' },
    query: { include: 'participants' },
    answer: CHOIR,
  },
  'groups.create': {
    body: { name: 'Choir', participants: ['+447700900126', '+447700900127'] },
    answer: CHOIR,
  },
  'groups.update': {
    params: { id: '120363025246125486@g.us' },
    body: { name: 'Choir', settings: { announce: false, description: 'We sing on Tuesdays.' } },
    answer: CHOIR,
  },
  'groups.addMembers': {
    params: { id: '120363025246125486@g.us' },
    body: { participants: ['+447700900127'] },
    answer: CHOIR,
  },
  'groups.removeMember': {
    params: { id: '120363025246125486@g.us', chatId: '+447700900128' },
    answer: CHOIR,
  },
  'groups.promoteAdmin': {
    params: { id: '120363025246125486@g.us', chatId: '+447700900126' },
    answer: CHOIR,
  },
  'groups.demoteAdmin': {
    params: { id: '120363025246125486@g.us', chatId: '+447700900127' },
    answer: CHOIR,
  },
  'contacts.commonGroups': {
    params: { id: '+447700900126' },
    answer: {
      success: true,
      data: [{ id: '120363025246125486@g.us', name: 'Choir', participantCount: 2 }],
      limit: 50,
      skip: 0,
      total: 1,
    },
  },
  'groups.leave': { params: { id: '120363025246125486@g.us' }, status: 204 },
  'campaigns.create': {
    body: {
      name: 'Autumn menu',
      audienceId: EXAMPLE_IDS.audience,
      text: 'Hi {name}, our autumn menu is here.',
      onMissingVariable: 'skip',
    },
    answer: {
      success: true,
      data: {
        cmpId: '019ac5d7-0003-7c31-9d2a-5b7e6f104003',
        name: 'Autumn menu',
        audienceId: '019ac5d3-21b0-7aa4-8e0f-3c9d1b7a6e02',
        status: 'running',
        totalCount: 1,
        sentCount: 0,
        deliveredCount: 0,
        readCount: 0,
        failedCount: 0,
        createdAt: '2026-11-28T09:30:00.000Z',
        startedAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'campaigns.list': {
    query: {
      limit: '1',
    },
    answer: {
      success: true,
      data: [
        {
          cmpId: '019ac5d7-0003-7c31-9d2a-5b7e6f104003',
          name: 'Autumn menu',
          audienceId: '019ac5d3-21b0-7aa4-8e0f-3c9d1b7a6e02',
          status: 'running',
          totalCount: 1,
          sentCount: 0,
          deliveredCount: 0,
          readCount: 0,
          failedCount: 0,
          createdAt: '2026-11-28T09:30:00.000Z',
          startedAt: '2026-11-28T09:30:00.000Z',
        },
      ],
      limit: 1,
      skip: 0,
      total: 2,
    },
  },
  'campaigns.get': {
    params: {
      id: EXAMPLE_IDS.campaign,
    },
    answer: {
      success: true,
      data: {
        cmpId: '019ac5d4-7d10-7e52-8a6b-90c1d2e3f405',
        name: 'Menu',
        audienceId: '019ac5d3-21b0-7aa4-8e0f-3c9d1b7a6e02',
        status: 'running',
        totalCount: 1,
        sentCount: 0,
        deliveredCount: 0,
        readCount: 0,
        failedCount: 0,
        createdAt: '2026-11-28T09:30:00.000Z',
        startedAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'campaigns.pause': {
    params: {
      id: EXAMPLE_IDS.campaign,
    },
    answer: {
      success: true,
      data: {
        cmpId: '019ac5d4-7d10-7e52-8a6b-90c1d2e3f405',
        name: 'Menu',
        audienceId: '019ac5d3-21b0-7aa4-8e0f-3c9d1b7a6e02',
        status: 'paused',
        totalCount: 1,
        sentCount: 0,
        deliveredCount: 0,
        readCount: 0,
        failedCount: 0,
        createdAt: '2026-11-28T09:30:00.000Z',
        startedAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'campaigns.resume': {
    params: {
      id: EXAMPLE_IDS.campaign,
    },
    answer: {
      success: true,
      data: {
        cmpId: '019ac5d4-7d10-7e52-8a6b-90c1d2e3f405',
        name: 'Menu',
        audienceId: '019ac5d3-21b0-7aa4-8e0f-3c9d1b7a6e02',
        status: 'running',
        totalCount: 1,
        sentCount: 0,
        deliveredCount: 0,
        readCount: 0,
        failedCount: 0,
        createdAt: '2026-11-28T09:30:00.000Z',
        startedAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'campaigns.cancel': {
    params: {
      id: EXAMPLE_IDS.campaign,
    },
    answer: {
      success: true,
      data: {
        cmpId: '019ac5d4-7d10-7e52-8a6b-90c1d2e3f405',
        name: 'Menu',
        audienceId: '019ac5d3-21b0-7aa4-8e0f-3c9d1b7a6e02',
        status: 'aborted',
        totalCount: 1,
        sentCount: 0,
        deliveredCount: 0,
        readCount: 0,
        failedCount: 0,
        createdAt: '2026-11-28T09:30:00.000Z',
        startedAt: '2026-11-28T09:30:00.000Z',
        abortedAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'audiences.create': {
    body: {
      name: 'Regulars',
      contacts: [
        {
          to: '+447700900127',
          variables: {
            name: 'Ben',
            city: 'Bath',
          },
        },
      ],
    },
    answer: {
      success: true,
      data: {
        id: '019ac5d7-0004-7c31-9d2a-5b7e6f104004',
        name: 'Regulars',
        contactCount: 1,
        createdAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'audiences.list': {
    query: {
      limit: '1',
      order: 'asc',
    },
    answer: {
      success: true,
      data: [
        {
          id: '019ac5d3-21b0-7aa4-8e0f-3c9d1b7a6e02',
          name: 'Guests',
          contactCount: 1,
          createdAt: '2026-11-28T09:30:00.000Z',
        },
      ],
      limit: 1,
      skip: 0,
      total: 3,
    },
  },
  'audiences.get': {
    params: {
      id: EXAMPLE_IDS.audience,
    },
    answer: {
      success: true,
      data: {
        id: '019ac5d3-21b0-7aa4-8e0f-3c9d1b7a6e02',
        name: 'Guests',
        contactCount: 1,
        createdAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'audiences.update': {
    params: {
      id: EXAMPLE_IDS.audience,
    },
    body: {
      name: 'Friends',
    },
    answer: {
      success: true,
      data: {
        id: '019ac5d3-21b0-7aa4-8e0f-3c9d1b7a6e02',
        name: 'Friends',
        contactCount: 1,
        createdAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'audiences.appendContacts': {
    params: {
      id: EXAMPLE_IDS.audience,
    },
    body: {
      contacts: [
        {
          to: '447700900128@c.us',
        },
      ],
    },
    answer: {
      success: true,
      data: {
        added: 1,
        contactCount: 2,
      },
    },
  },
  'audiences.updateContact': {
    params: {
      id: EXAMPLE_IDS.audience,
      contactId: '+447700900126',
    },
    body: {
      variables: {
        city: 'Leeds',
      },
    },
    answer: {
      success: true,
      data: {
        id: '019ac5d7-0005-7c31-9d2a-5b7e6f104005',
        to: '447700900126@c.us',
        variables: {
          city: 'Leeds',
        },
        addedAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'audiences.deleteContact': {
    params: {
      id: EXAMPLE_IDS.audience,
      contactId: '+447700900126',
    },
    answer: {
      success: true,
      data: {
        id: '019ac5d7-0005-7c31-9d2a-5b7e6f104005',
      },
    },
  },
  'audiences.delete': {
    params: {
      id: EXAMPLE_IDS.oldAudience,
    },
    answer: {
      success: true,
      data: {
        id: '019ac5d3-3f50-7d66-a1b2-c3d4e5f60718',
        deleted: true,
      },
    },
  },
  'boards.create': {
    body: {
      domain: 'leads',
      agent_id: 'bot:1',
      memory_retention_days: 90,
    },
    answer: {
      success: true,
      data: {
        board_id: '019ac5d7-0006-7c31-9d2a-5b7e6f104006',
        name: 'Leads',
        domain: 'leads',
        agent_managed: true,
        memory_retention_days: 90,
        item_count: 0,
        web_url: 'https://switchyard.example.com/boards/019ac5d7-0006-7c31-9d2a-5b7e6f104006',
        created_at: '2026-11-28T09:30:00.000Z',
        updated_at: '2026-11-28T09:30:00.000Z',
        columns: [
          {
            column_id: '019ac5d7-0007-7c31-9d2a-5b7e6f104007',
            title: 'Name',
            type: 'text',
            options: [],
          },
          {
            column_id: '019ac5d7-0008-7c31-9d2a-5b7e6f104008',
            title: 'Status',
            type: 'status',
            options: [
              {
                label: 'To do',
                bgcolor: '#868e96',
              },
              {
                label: 'Working on it',
                bgcolor: '#228be6',
              },
              {
                label: 'Stuck',
                bgcolor: '#fa5252',
              },
              {
                label: 'Done',
                bgcolor: '#40c057',
              },
            ],
          },
          {
            column_id: '019ac5d7-0009-7c31-9d2a-5b7e6f104009',
            title: 'Due',
            type: 'date',
            options: [],
          },
          {
            column_id: '019ac5d7-0010-7c31-9d2a-5b7e6f104010',
            title: 'Priority',
            type: 'priority',
            options: [
              {
                label: 'High',
                bgcolor: '#fd7e14',
              },
              {
                label: 'Medium',
                bgcolor: '#fab005',
              },
              {
                label: 'Low',
                bgcolor: '#868e96',
              },
            ],
          },
          {
            column_id: '019ac5d7-0011-7c31-9d2a-5b7e6f104011',
            title: 'Source',
            type: 'text',
            options: [],
          },
          {
            column_id: '019ac5d7-0012-7c31-9d2a-5b7e6f104012',
            title: 'Company',
            type: 'text',
            options: [],
          },
          {
            column_id: '019ac5d7-0013-7c31-9d2a-5b7e6f104013',
            title: 'Value',
            type: 'number',
            options: [],
          },
        ],
      },
    },
  },
  'boards.list': {
    query: {
      limit: '1',
    },
    answer: {
      success: true,
      data: [
        {
          board_id: '019ac5d7-0006-7c31-9d2a-5b7e6f104006',
          name: 'Leads',
          domain: 'leads',
          agent_managed: true,
          memory_retention_days: 90,
          item_count: 0,
          web_url: 'https://switchyard.example.com/boards/019ac5d7-0006-7c31-9d2a-5b7e6f104006',
          created_at: '2026-11-28T09:30:00.000Z',
          updated_at: '2026-11-28T09:30:00.000Z',
        },
      ],
      limit: 1,
      skip: 0,
      total: 2,
    },
  },
  'boards.get': {
    params: {
      id: EXAMPLE_IDS.board,
    },
    answer: {
      success: true,
      data: {
        board_id: '019ac5d5-0c32-7f03-b1d2-17e8f9a0b1c2',
        name: 'Leads',
        domain: 'leads',
        agent_managed: true,
        memory_retention_days: 30,
        item_count: 1,
        web_url: 'https://switchyard.example.com/boards/019ac5d5-0c32-7f03-b1d2-17e8f9a0b1c2',
        created_at: '2026-11-28T09:30:00.000Z',
        updated_at: '2026-11-28T09:30:00.000Z',
        columns: [
          {
            column_id: '019ac5d7-0014-7c31-9d2a-5b7e6f104014',
            title: 'Name',
            type: 'text',
            options: [],
          },
          {
            column_id: '019ac5d7-0015-7c31-9d2a-5b7e6f104015',
            title: 'Status',
            type: 'status',
            options: [
              {
                label: 'To do',
                bgcolor: '#868e96',
              },
              {
                label: 'Working on it',
                bgcolor: '#228be6',
              },
              {
                label: 'Stuck',
                bgcolor: '#fa5252',
              },
              {
                label: 'Done',
                bgcolor: '#40c057',
              },
            ],
          },
          {
            column_id: '019ac5d7-0016-7c31-9d2a-5b7e6f104016',
            title: 'Due',
            type: 'date',
            options: [],
          },
          {
            column_id: '019ac5d7-0017-7c31-9d2a-5b7e6f104017',
            title: 'Priority',
            type: 'priority',
            options: [
              {
                label: 'High',
                bgcolor: '#fd7e14',
              },
              {
                label: 'Medium',
                bgcolor: '#fab005',
              },
              {
                label: 'Low',
                bgcolor: '#868e96',
              },
            ],
          },
          {
            column_id: '019ac5d7-0018-7c31-9d2a-5b7e6f104018',
            title: 'Source',
            type: 'text',
            options: [],
          },
          {
            column_id: '019ac5d7-0019-7c31-9d2a-5b7e6f104019',
            title: 'Company',
            type: 'text',
            options: [],
          },
          {
            column_id: '019ac5d7-0020-7c31-9d2a-5b7e6f104020',
            title: 'Value',
            type: 'number',
            options: [],
          },
        ],
      },
    },
  },
  'boards.items': {
    params: {
      boardId: EXAMPLE_IDS.board,
    },
    query: {
      active_only: 'true',
      limit: '1',
    },
    answer: {
      success: true,
      data: [
        {
          item_id: '019ac5d5-0c9e-7a14-a2e3-28f9a0b1c2d3',
          text: 'Quote for the garden party',
          status: {
            label: 'To do',
            bgcolor: '#868e96',
          },
          cells: {},
          last_seen_at: 1795858200000,
          web_url:
            'https://switchyard.example.com/boards/019ac5d5-0c32-7f03-b1d2-17e8f9a0b1c2?item=019ac5d5-0c9e-7a14-a2e3-28f9a0b1c2d3',
          created_at: '2026-11-28T09:30:00.000Z',
          updated_at: '2026-11-28T09:30:00.000Z',
        },
      ],
      limit: 1,
      skip: 0,
      total: 1,
    },
  },
  'boards.createItem': {
    params: {
      boardId: EXAMPLE_IDS.board,
    },
    body: {
      text: 'Wedding for 80 guests',
      status: 'Working on it',
      due_date: '2035-06-01',
      cells: {
        Company: 'Lee & Sons',
      },
    },
    status: 201,
    answer: {
      success: true,
      data: {
        item_id: '019ac5d7-0021-7c31-9d2a-5b7e6f104021',
        text: 'Wedding for 80 guests',
        status: {
          label: 'Working on it',
          bgcolor: '#228be6',
        },
        due_date: '2035-06-01',
        cells: {
          Company: 'Lee & Sons',
        },
        last_seen_at: 1795858200000,
        web_url:
          'https://switchyard.example.com/boards/019ac5d5-0c32-7f03-b1d2-17e8f9a0b1c2?item=019ac5d7-0021-7c31-9d2a-5b7e6f104021',
        created_at: '2026-11-28T09:30:00.000Z',
        updated_at: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'boards.updateItem': {
    params: {
      boardId: EXAMPLE_IDS.board,
      itemId: EXAMPLE_IDS.item,
    },
    body: {
      status: 'Done',
    },
    answer: {
      success: true,
      data: {
        item_id: '019ac5d5-0c9e-7a14-a2e3-28f9a0b1c2d3',
        text: 'Quote for the garden party',
        status: {
          label: 'Done',
          bgcolor: '#40c057',
        },
        cells: {},
        last_seen_at: 1795858200000,
        web_url:
          'https://switchyard.example.com/boards/019ac5d5-0c32-7f03-b1d2-17e8f9a0b1c2?item=019ac5d5-0c9e-7a14-a2e3-28f9a0b1c2d3',
        created_at: '2026-11-28T09:30:00.000Z',
        updated_at: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'boards.bulkItems': {
    params: {
      boardId: EXAMPLE_IDS.board,
    },
    body: {
      items: [
        {
          text: 'Office lunch on Friday',
        },
      ],
    },
    answer: {
      success: true,
      data: {
        created: [
          {
            item_id: '019ac5d7-0022-7c31-9d2a-5b7e6f104022',
            text: 'Office lunch on Friday',
            cells: {},
            last_seen_at: 1795858200000,
            web_url:
              'https://switchyard.example.com/boards/019ac5d5-0c32-7f03-b1d2-17e8f9a0b1c2?item=019ac5d7-0022-7c31-9d2a-5b7e6f104022',
            created_at: '2026-11-28T09:30:00.000Z',
            updated_at: '2026-11-28T09:30:00.000Z',
          },
        ],
        updated: [],
        unchanged: 0,
        board: {
          board_id: '019ac5d5-0c32-7f03-b1d2-17e8f9a0b1c2',
          name: 'Leads',
          domain: 'leads',
          web_url: 'https://switchyard.example.com/boards/019ac5d5-0c32-7f03-b1d2-17e8f9a0b1c2',
        },
      },
    },
  },
  'boards.findSimilar': {
    params: {
      boardId: EXAMPLE_IDS.board,
    },
    body: {
      candidates: [
        {
          text: 'Quote for the garden party',
        },
        {
          text: 'Refund',
        },
      ],
    },
    answer: {
      success: true,
      data: {
        matches: [
          {
            candidate_index: 0,
            item_id: '019ac5d5-0c9e-7a14-a2e3-28f9a0b1c2d3',
            text: 'Quote for the garden party',
            score: 1,
          },
        ],
        misses: [1],
      },
    },
  },
  'extensions.contacts': {
    query: {
      limit: '1',
    },
    answer: {
      success: true,
      data: [
        {
          id: '019ac5d7-0005-7c31-9d2a-5b7e6f104005',
          chatId: '447700900126@c.us',
          name: 'Ann',
          fields: {
            city: 'Leeds',
          },
          createdAt: '2026-11-28T09:30:00.000Z',
          updatedAt: '2026-11-28T09:30:00.000Z',
        },
      ],
      next: '019ac5d7-0005-7c31-9d2a-5b7e6f104005',
    },
  },
  'extensions.templates': {
    query: {
      limit: '10',
    },
    answer: {
      success: true,
      data: [
        {
          id: '019ac5d7-0023-7c31-9d2a-5b7e6f104023',
          name: 'Booked',
          text: 'Hi {name|there}, your table for {guests} is booked.',
          updatedAt: '2026-11-28T09:30:00.000Z',
        },
      ],
    },
  },
  'extensions.bots': {
    query: {
      limit: '10',
    },
    answer: {
      success: true,
      data: [
        {
          id: '019ac5d7-0024-7c31-9d2a-5b7e6f104024',
          name: 'Front desk',
          description: 'Answers about opening hours',
          deployed: false,
          updatedAt: '2026-11-28T09:30:00.000Z',
        },
      ],
    },
  },
  'extensions.knowledge': {
    query: {
      limit: '10',
    },
    answer: {
      success: true,
      data: [
        {
          id: '019ac5d7-0025-7c31-9d2a-5b7e6f104025',
          name: 'House rules',
          createdAt: '2026-11-28T09:30:00.000Z',
          updatedAt: '2026-11-28T09:30:00.000Z',
        },
      ],
    },
  },
  'extensions.series': {
    query: {
      limit: '10',
    },
    answer: {
      success: true,
      data: [
        {
          id: '019ac5d7-0026-7c31-9d2a-5b7e6f104026',
          to: '447700900126@c.us',
          text: 'Choir tonight at seven.',
          rule: 'FREQ=WEEKLY;BYDAY=TU',
          start: '2030-01-01T09:00',
          timezone: 'UTC',
          state: 'active',
          createdAt: '2026-11-28T09:30:00.000Z',
        },
      ],
    },
  },
  'webhooks.create': {
    body: {
      url: 'https://shop.example.com/hooks/switchyard',
      events: ['message.delivered', 'message.failed'],
      description: 'Shop',
    },
    status: 201,
    answer: {
      success: true,
      data: {
        id: '019ac5d7-0027-7c31-9d2a-5b7e6f104027',
        url: 'https://shop.example.com/hooks/switchyard',
        events: ['message.delivered', 'message.failed'],
        description: 'Shop',
        status: 'enabled',
        createdAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'webhooks.list': {
    query: {
      limit: '1',
      order: 'asc',
    },
    answer: {
      success: true,
      data: [
        {
          id: '019ac5d6-5e76-7b25-93f4-390a1b2c3d4e',
          url: 'https://shop.example.com/hook',
          events: ['message.read'],
          status: 'enabled',
          createdAt: '2026-11-28T09:30:00.000Z',
        },
      ],
      limit: 1,
      skip: 0,
      total: 2,
    },
  },
  'webhooks.get': {
    params: {
      id: EXAMPLE_IDS.webhook,
    },
    answer: {
      success: true,
      data: {
        id: '019ac5d6-5e76-7b25-93f4-390a1b2c3d4e',
        url: 'https://shop.example.com/hook',
        events: ['message.read'],
        status: 'enabled',
        createdAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'webhooks.update': {
    params: {
      id: EXAMPLE_IDS.webhook,
    },
    body: {
      status: 'disabled',
    },
    answer: {
      success: true,
      data: {
        id: '019ac5d6-5e76-7b25-93f4-390a1b2c3d4e',
        url: 'https://shop.example.com/hook',
        events: ['message.read'],
        status: 'disabled',
        createdAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'webhooks.delete': {
    params: {
      id: EXAMPLE_IDS.webhook,
    },
    answer: {
      success: true,
      data: {
        id: '019ac5d6-5e76-7b25-93f4-390a1b2c3d4e',
        deleted: true,
      },
    },
  },
  'extensions.createContact': {
    body: { to: '+447700900129', name: 'Ben', fields: { city: 'Bath' } },
    answer: BEN,
  },
  'extensions.updateContact': {
    params: { id: EXAMPLE_IDS.oldContact },
    body: { name: 'Ben', fields: { city: 'Bath' } },
    answer: BEN,
  },
  'extensions.deleteContact': {
    params: { id: EXAMPLE_IDS.oldContact },
    answer: { success: true, data: { id: EXAMPLE_IDS.oldContact, deleted: true } },
  },
  'extensions.createTemplate': {
    body: { name: 'Reminder', text: 'See you at {time}, {name|there}.' },
    answer: REMINDER,
  },
  'extensions.updateTemplate': {
    params: { id: EXAMPLE_IDS.oldTemplate },
    body: { name: 'Reminder', text: 'See you at {time}, {name|there}.' },
    answer: REMINDER,
  },
  'extensions.deleteTemplate': {
    params: { id: EXAMPLE_IDS.oldTemplate },
    answer: { success: true, data: { id: EXAMPLE_IDS.oldTemplate, deleted: true } },
  },
  'extensions.deployBot': {
    params: { id: EXAMPLE_IDS.bot },
    body: { settings: { contactRule: 'only', numbers: ['+447700900126'] } },
    answer: {
      success: true,
      data: {
        id: EXAMPLE_IDS.bot,
        name: 'Front desk',
        description: 'Answers about opening hours',
        deployed: true,
        updatedAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'extensions.undeployBot': {
    params: { id: EXAMPLE_IDS.bot },
    body: { running: 'end' },
    answer: {
      success: true,
      data: {
        id: EXAMPLE_IDS.bot,
        name: 'Front desk',
        description: 'Answers about opening hours',
        deployed: false,
        updatedAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'extensions.addKnowledge': {
    params: { id: EXAMPLE_IDS.knowledgeBase },
    body: { title: 'Parking', text: 'Guests park behind the house, free of charge.' },
    answer: {
      success: true,
      data: {
        id: '019ac5d8-1111-7c31-9d2a-5b7e6f104c3a',
        title: 'Parking',
        text: 'Guests park behind the house, free of charge.',
        createdAt: '2026-11-28T09:30:00.000Z',
      },
    },
  },
  'extensions.groupInvite': {
    params: { id: '120363025246125486@g.us' },
    answer: { success: true, data: { link: 'https://chat.whatsapp.com/Kx0b9jQmTz4Lr2Yw8VnPcD' } },
  },
};
