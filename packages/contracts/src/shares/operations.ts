import { z } from 'zod';
import { cells, columnOption } from '../boards/columns.ts';
import { MAX_COLUMNS, MAX_FILTERS } from '../boards/limits.ts';
import { boardColumn, boardFilter, boardGroup, boardSort } from '../boards/operations.ts';
import { entityId, instant, lineOfText, listQuery, NOT_STORABLE, page } from '../entity.ts';
import { liveTicket } from '../live/operations.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { workspaceRole } from '../workspaces/operations.ts';
import { SHARED_PATHS } from './paths.ts';

/** `table`: read-only rows · `form`: adds an item · `invitation`: a place in the workspace. */
export const SHARE_KINDS = ['table', 'form', 'invitation'] as const;
export type ShareKind = (typeof SHARE_KINDS)[number];
/** Links of one board that are not revoked. */
export const MAX_SHARES = 50;
const MAX_DAYS = 365;
/** Of an invitation, whose link admits people. */
const MAX_INVITATION_DAYS = 90;
const MAX_USES = 100_000;
const MAX_JOINS = 500;
const MAX_HELP_LENGTH = 300;
const MAX_TEXT_LENGTH = 2_000;
const MAX_ADDRESS_LENGTH = 2_000;
const MAX_ORIGINS = 10;
const MAX_PERSONAL_LINKS = 500;
/** Scheme, host and port: it is written into a header. */
const ORIGIN = /^https?:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?$/;

export const share = z.object({
  _id: entityId,
  kind: z.enum(SHARE_KINDS),
  /** Of a form its title. */
  name: z.string(),
  /** Names of the columns that it shows or asks for. */
  columns: z.array(z.string()),
  createdBy: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant.nullable(),
  /** Answers of a form, or people who joined. */
  uses: z.number().int(),
  maxUses: z.number().int().nullable(),
  isOpen: z.boolean(),
});
export type Share = z.infer<typeof share>;

/** Its secret is told once, when it is made: only a hash is kept. */
const newShare = share.extend({ token: z.string() });
export type NewShare = z.infer<typeof newShare>;

/** A field of a form: what is asked for a column. */
export const formField = z.object({
  columnId: entityId,
  isRequired: z.boolean().default(false),
  help: z
    .string()
    .trim()
    .max(MAX_HELP_LENGTH)
    .regex(/^\P{Cc}*$/u, NOT_STORABLE)
    .default(''),
});
export type FormField = z.infer<typeof formField>;

/** What a visitor sees of an item: the shown columns and nothing else. Names stand for people. */
const sharedItem = z.object({
  _id: entityId,
  groupId: entityId,
  cells: z.record(entityId, z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
});
export type SharedItem = z.infer<typeof sharedItem>;

export const sharedTable = page(sharedItem).extend({
  name: z.string(),
  columns: z.array(boardColumn),
  groups: z.array(boardGroup),
});
export type SharedTable = z.infer<typeof sharedTable>;

const askedField = formField.extend({
  name: z.string(),
  type: boardColumn.shape.type,
  options: z.array(columnOption),
});
export const sharedForm = z.object({
  title: z.string(),
  intro: z.string(),
  fields: z.array(askedField),
  /** Goes back with the answer; it tells when the form was opened. */
  opened: z.string(),
  /** So many zero bits the SHA-256 of `OPENED:PROOF` begins with; 0: no proof is asked for. */
  workBits: z.int(),
  /** Of a personal link: what is known already. */
  known: cells,
});
/** A form that takes answers now. */
const openForm = z.object({ _id: entityId, name: z.string(), boardName: z.string() });
export type OpenForm = z.infer<typeof openForm>;
/** For one contact, and for one answer. Its secret is told once. */
const personalLink = z.object({ contactId: entityId, name: z.string(), mobile: z.string(), token: z.string() });
export type PersonalLink = z.infer<typeof personalLink>;
export type SharedForm = z.infer<typeof sharedForm>;

export const boardInvitation = z.object({
  workspaceId: entityId,
  workspaceName: z.string(),
  boardId: entityId,
  boardName: z.string(),
  /** The role that whoever joins has in the workspace; what a member has already. */
  role: workspaceRole,
  isMember: z.boolean(),
  /** Null: they have no account any more, or no invitation was needed. */
  invitedBy: z.string().nullable(),
});
export type BoardInvitation = z.infer<typeof boardInvitation>;

/** `work`: what is assigned to me · `messages`: those that I scheduled · `view`: items of a board's view. */
export const FEED_KINDS = ['work', 'messages', 'view'] as const;
export const calendarFeed = z.object({
  _id: entityId,
  kind: z.enum(FEED_KINDS),
  /** Of a view: the board's and its own name. */
  name: z.string().nullable(),
  createdAt: instant,
  /** When a calendar last read it; null: never. */
  readAt: instant.nullable(),
});
export type CalendarFeed = z.infer<typeof calendarFeed>;
/** Of one person in a workspace. */
export const MAX_FEEDS = 20;

export const shareErrors = {
  /** It has expired, or was used as often as it may be. */
  SHARE_OVER: { status: 410, message: 'This link has expired.' },
  /** Of a form that takes one answer of each person. */
  ANSWERED_ALREADY: { status: 409, message: 'You’ve already answered this form.' },
} as const;

const one = z.object({ id: entityId });
const token = z.string().regex(/^[\w-]{43}$/);
const expiresInDays = z.number().int().min(1).max(MAX_DAYS).nullable();
const text = z
  .string()
  .trim()
  .max(MAX_TEXT_LENGTH)
  .regex(/^[^\0]*$/, NOT_STORABLE);
const name = lineOfText(128);

const at = routesUnder('shares');

export const sharesContract = {
  list: query('boards')
    .route(at.get('/boards/{id}/shares', 'Links of a board that are not revoked, the latest first'))
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(share)),
  shareTable: mutation('boards')
    .route(at.post('/boards/{id}/shared-tables', 'Share a board read-only by a link', { successStatus: 201 }))
    .input(
      one.extend({
        name,
        columnIds: z.array(entityId).min(1).max(MAX_COLUMNS).describe('The only columns that visitors see.'),
        filters: z.array(boardFilter).max(MAX_FILTERS).default([]).describe('Items that do not pass are not shown.'),
        sort: boardSort.nullable().default(null),
        expiresInDays,
      }),
    )
    .output(newShare),
  shareForm: mutation('boards')
    .route(at.post('/boards/{id}/forms', 'Make a form whose answers become items', { successStatus: 201 }))
    .input(
      one.extend({
        name,
        intro: text.default(''),
        thanks: text.default(''),
        groupId: entityId.describe('Where its answers are added.'),
        fields: z.array(formField).min(1).max(MAX_COLUMNS),
        expiresInDays,
        maxUses: z.number().int().min(1).max(MAX_USES).nullable(),
        redirectUrl: z
          .url({ protocol: /^https$/ })
          .max(MAX_ADDRESS_LENGTH)
          .nullable()
          .default(null)
          .describe('Where whoever has answered goes on.'),
        embeddedOn: z
          .array(z.string().regex(ORIGIN))
          .max(MAX_ORIGINS)
          .default([])
          .describe('Sites, such as https://example.com, whose pages may show the form in a frame.'),
        isOnePerPerson: z
          .boolean()
          .default(false)
          .describe('By the personal link, else by the phone number or email address that it asks for.'),
      }),
    )
    .output(newShare),
  forms: query('boards')
    .route(at.get('/forms', 'Forms of all boards that take answers now, by name'))
    .input(listQuery.omit({ sort: true }))
    .output(page(openForm)),
  personalLinks: mutation('boards')
    .route(at.post('/shares/{id}/personal-links', 'Make a link of a form for each of some contacts, to answer once'))
    .input(one.extend({ contactIds: z.array(entityId).min(1).max(MAX_PERSONAL_LINKS) }))
    .output(z.object({ data: z.array(personalLink) })),
  invite: mutation('boards', 'workspace-admin')
    .route(at.post('/boards/{id}/invitations', 'Make a link by which people join as members', { successStatus: 201 }))
    .input(
      one.extend({
        expiresInDays: z.number().int().min(1).max(MAX_INVITATION_DAYS),
        maxUses: z.number().int().min(1).max(MAX_JOINS),
      }),
    )
    .output(newShare),
  revoke: mutation('boards').route(at.delete('/shares/{id}', 'Revoke a link at once')).input(one).output(z.object({})),

  // The secret is in the body: addresses are written into logs.
  readTable: query(null, 'public')
    .errors(shareErrors)
    .route(at.post(SHARED_PATHS.readTable, 'A shared table, for whoever has its link'))
    .input(
      listQuery.omit({ sort: true }).extend({
        token,
        search: z.string().max(200).optional(),
        filters: z.array(boardFilter).max(MAX_FILTERS).default([]),
        sort: boardSort.nullable().default(null),
      }),
    )
    .output(sharedTable),
  liveTicket: query(null, 'public')
    .errors(shareErrors)
    .route(at.post(SHARED_PATHS.liveTicket, 'Credentials for live updates of a shared table'))
    .input(z.object({ token }))
    .output(liveTicket),
  readForm: query(null, 'public')
    .errors(shareErrors)
    .route(at.post(SHARED_PATHS.readForm, 'A form, for whoever has its link'))
    .input(z.object({ token }))
    .output(sharedForm),
  answerForm: mutation(null, 'public')
    .errors(shareErrors)
    .route(at.post(SHARED_PATHS.answerForm, 'Send a form'))
    .input(
      z.object({
        token,
        cells,
        opened: z.string().max(200),
        proof: z.string().max(20).default('').describe('As `workBits` asks for.'),
        website: z.string().max(200).default('').describe('People do not see this field and leave it empty.'),
      }),
    )
    .output(z.object({ thanks: z.string(), redirectUrl: z.string().nullable() })),
  feeds: query('boards')
    .route(at.get('/calendar-feeds', 'My calendar feeds, the latest first'))
    .input(listQuery.omit({ sort: true }))
    .output(page(calendarFeed)),
  makeFeed: mutation('boards')
    .route(at.post('/calendar-feeds', 'Make a secret calendar address of my own', { successStatus: 201 }))
    .input(z.object({ kind: z.enum(FEED_KINDS), viewId: entityId.nullable().default(null) }))
    .output(calendarFeed.extend({ token: z.string() })),
  removeFeed: mutation('boards')
    .route(at.delete('/calendar-feeds/{id}', 'Revoke a calendar feed of mine at once'))
    .input(one)
    .output(z.object({})),
  readInvitation: query(null)
    .errors(shareErrors)
    .route(at.post('/board-invitations/read', 'What a link to a board leads to, before joining'))
    .input(z.object({ boardId: entityId.optional(), token: token.optional() }))
    .output(boardInvitation),
  join: mutation(null)
    .errors(shareErrors)
    .route(at.post('/board-invitations/join', 'Join by the link of a board'))
    .input(z.object({ token }))
    .output(z.object({ workspaceId: entityId, boardId: entityId })),
};
