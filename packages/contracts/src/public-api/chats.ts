import { z } from 'zod';
import { mutation, query, routesUnder } from '../operation.ts';
import { groupRow } from './groups.ts';
import { waMessage } from './messages.ts';
import {
  ANY_KEY,
  boundedText,
  chatAddress,
  commaSeparated,
  dateTime,
  flag,
  limitUpTo,
  many,
  one,
  paging,
  skip,
} from './shapes.ts';

const chat = z.object({
  chatId: z.string(),
  name: z.string().optional(),
  chatType: z.enum(['contact', 'group', 'newsletter']),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  lastMessageAt: dateTime.optional(),
  unreadCount: z.number().int().min(0).optional(),
  markedUnread: z.boolean(),
  lastMessageText: z.string().optional(),
  lastMessageFromMe: z.boolean().optional(),
});
export type PublicChat = z.infer<typeof chat>;

const engineType = z.enum(['gateway', 'regular']);
const ofAccount = routesUnder('account');
const ofChats = routesUnder('chats');
const ofContacts = routesUnder('contacts');

export const ping = query(ANY_KEY)
  .route(ofAccount.get('/ping', 'Check the key and list connected engines'))
  .output(
    one(
      z.object({
        api: z.literal('ok'),
        accountId: z.string(),
        whatsappConnections: z.array(z.object({ id: z.string(), type: engineType, connected: z.literal(true) })),
        message: z.string().optional(),
      }),
    ),
  );

export const account = {
  retrieve: query(ANY_KEY)
    .route(ofAccount.get('/account', 'The workspace of the key'))
    .output(
      one(
        z.object({
          id: z.string(),
          name: z.string(),
          userEmail: z.string().optional(),
          timezone: z.string().optional(),
          createdAt: dateTime,
        }),
      ),
    ),
};

export const engines = {
  list: query('engines')
    .route(ofAccount.get('/engines', 'Engines of the workspace'))
    .output(
      one(
        z.array(
          z.object({
            id: z.string(),
            type: engineType,
            connected: z.boolean(),
            state: z.string().optional(),
            stream: z.string().optional(),
            hasSynced: z.boolean().optional(),
          }),
        ),
      ),
    ),
};

/** An action that the engine carries out as soon as it can. */
const chatAction = (path: `/${string}`, summary: string) =>
  mutation('chats')
    .route({ ...ofChats.post(path, summary), inputStructure: 'detailed' })
    .input(z.object({ params: z.object({ chatId: chatAddress }) }))
    .output(one(z.object({ ok: z.literal(true) })));

export const chats = {
  list: query('chats')
    .route({ ...ofChats.get('/chats', 'Chats, latest first'), inputStructure: 'detailed' })
    .input(
      z.object({
        query: z.object({
          searchToken: boundedText(200).optional(),
          filter: z.enum(['groups', 'contacts', 'newsletters']).optional(),
          kinds: commaSeparated(z.enum(['contact', 'group', 'newsletter']), 3),
          since: dateTime.optional(),
          includeLastMessage: flag,
          includeExtendedInfo: flag,
          includeWithoutName: flag,
          includeArchive: flag,
          ...paging,
        }),
      }),
    )
    .output(many(chat)),
  latest: query('chats')
    .route({
      ...ofChats.get('/latest-chats', 'Latest chats with their latest messages'),
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        query: z.object({
          numberOfChats: limitUpTo(200),
          numberOfMessages: z.coerce.number().int().min(0).max(100).default(20),
        }),
      }),
    )
    .output(
      one(
        z.object({
          chats: z.array(chat.extend({ messages: z.array(waMessage) })),
          totalChats: z.number().int(),
          numberOfChats: z.number().int(),
          numberOfMessages: z.number().int(),
        }),
      ),
    ),
  get: query('chats')
    .route({ ...ofChats.get('/chats/{id}', 'A chat, by number or chat id'), inputStructure: 'detailed' })
    .input(z.object({ params: z.object({ id: chatAddress }) }))
    .output(one(chat)),
  markRead: chatAction('/chats/{chatId}/mark_read', 'Mark a chat as read'),
  archive: chatAction('/chats/{chatId}/archive', 'Archive a chat'),
  unarchive: chatAction('/chats/{chatId}/unarchive', 'Unarchive a chat'),
  listParticipants: query('chats')
    .route({
      ...ofChats.get('/chats/{chatId}/participants', 'Current members of a group, requested from its engine'),
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: z.object({ chatId: chatAddress }),
        query: z.object({ searchToken: boundedText(200).optional(), skip, limit: limitUpTo(500, 100) }),
      }),
    )
    .output(
      many(
        z.object({
          chatId: z.string(),
          name: z.string().optional(),
          isAdmin: z.boolean(),
          isSuperAdmin: z.boolean().optional(),
        }),
      ),
    ),
};

export const contacts = {
  list: query('contacts')
    .route({ ...ofContacts.get('/contacts', 'Contacts of the workspace'), inputStructure: 'detailed' })
    .input(
      z.object({
        query: z.object({
          searchToken: boundedText(200).optional(),
          includeArchive: flag,
          skip,
          limit: z.coerce
            .number()
            .int()
            .min(-1)
            .max(1_000)
            .refine((limit) => limit !== 0, 'must not be 0')
            .default(10)
            .describe('-1 returns the maximum of 1,000.'),
        }),
      }),
    )
    .output(many(z.object({ chatId: z.string(), name: z.string().optional(), isBusiness: z.boolean().optional() }))),
  commonGroups: query('chats')
    .route({
      ...ofContacts.get(
        '/contacts/{id}/common_groups',
        'Current groups in common with a contact, requested from the engine',
      ),
      inputStructure: 'detailed',
    })
    .input(z.object({ params: z.object({ id: chatAddress }), query: z.object(paging) }))
    .output(many(groupRow)),
};
