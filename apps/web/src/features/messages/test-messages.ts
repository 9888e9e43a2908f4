import type { Message } from '@switchyard/contracts/messages/message';

/** A pending message due on a winter day in Berlin, with the given overrides. */
export function aMessage(of: Partial<Message> = {}): Message {
  return {
    _id: '019a0000-0000-7000-8000-0000000000a1',
    contactName: 'Grace Hopper',
    contactList: [{ mobile: '+447700900456', name: 'Grace Hopper' }],
    status: 'pending',
    ack: 0,
    kind: 'text',
    message: 'See you at noon',
    attachment: null,
    poll: null,
    quote: null,
    dueDate: '2030-01-15T09:30:30.000Z',
    dueLocal: '2030-01-15T10:30:30',
    dueTime: '10:30',
    zone: 'Europe/Berlin',
    sentWith: 'whatsapp',
    origin: 'web',
    retryCount: 0,
    campaignId: null,
    sendFailureReason: null,
    isRecurring: false,
    seriesId: null,
    verifyContact: false,
    engineId: null,
    version: 3,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    createdAt: '2026-11-16T09:00:00.000Z',
    updatedAt: '2026-11-16T09:00:00.000Z',
    deleted: false,
    abilities: { edit: true, cancel: true, restore: false, resend: false, remove: false, resolve: false },
    ...of,
  };
}
