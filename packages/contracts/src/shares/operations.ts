import { z } from 'zod';
import { cells, columnOption } from '../boards/columns.ts';
import { MAX_COLUMNS, MAX_FILTERS } from '../boards/limits.ts';
import { boardColumn, boardFilter, boardGroup, boardSort } from '../boards/operations.ts';
import { entityId, instant, lineOfText, listQuery, NOT_STORABLE, page } from '../entity.ts';
import { liveTicket } from '../live/operations.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { workspaceRole } from '../workspaces/operations.ts';
import { SHARED_PATHS } from './paths.ts';

/** `table`: read-only rows · `form`: adds an item · `invitation`: membership of the workspace. */
export const SHARE_KINDS = ['table', 'form', 'invitation'] as const;
export type ShareKind = (typeof SHARE_KINDS)[number];
/** Maximum active links per board. */
export const MAX_SHARES = 50;
const MAX_DAYS = 365;
/** Maximum validity of an invitation, whose link admits people. */
const MAX_INVITATION_DAYS = 90;
const MAX_USES = 100_000;
const MAX_JOINS = 500;
const MAX_HELP_LENGTH = 300;
const MAX_TEXT_LENGTH = 2_000;
const MAX_ADDRESS_LENGTH = 2_000;
const MAX_ORIGINS = 10;
const MAX_PERSONAL_LINKS = 500;
/** Scheme, host and port; written into a header. */
const ORIGIN = /^https?:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?$/;

export const share = z.object({
  _id: entityId,
  kind: z.enum(SHARE_KINDS),
  /** The title, for a form. */
  name: z.string(),
  /** Names of the columns shown or asked for. */
  columns: z.array(z.string()),
  createdBy: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant.nullable(),
  /** Answers to a form, or people who joined. */
  uses: z.number().int(),
  maxUses: z.number().int().nullable(),
  isOpen: z.boolean(),
});
export type Share = z.infer<typeof share>;

/** The secret is returned only at creation; just a hash is stored. */
const newShare = share.extend({ token: z.string() });
export type NewShare = z.infer<typeof newShare>;

/** A field of a form, for one column. */
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

/** An item as visitors see it: only the shared columns, with names instead of people's ids. */
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

const sharedField = formField.extend({
  name: z.string(),
  type: boardColumn.shape.type,
  options: z.array(columnOption),
});
export const sharedForm = z.object({
  title: z.string(),
  intro: z.string(),
  fields: z.array(sharedField),
  /** Signed time of opening, sent back with the answer. */
  opened: z.string(),
  /** Number of leading zero bits required in the SHA-256 of `OPENED:PROOF`; 0: no proof of work. */
  workBits: z.int(),
  /** Known values, for a personal link. */
  known: cells,
});
/** A form that currently accepts answers. */
const openForm = z.object({ _id: entityId, name: z.string(), boardName: z.string() });
export type OpenForm = z.infer<typeof openForm>;
/** A link for one contact and one answer. The secret is returned only once. */
const personalLink = z.object({ contactId: entityId, name: z.string(), mobile: z.string(), token: z.string() });
export type PersonalLink = z.infer<typeof personalLink>;
export type SharedForm = z.infer<typeof sharedForm>;

export const boardInvitation = z.object({
  workspaceId: entityId,
  workspaceName: z.string(),
  boardId: entityId,
  boardName: z.string(),
  /** Workspace role that people get by joining; a member's current role. */
  role: workspaceRole,
  isMember: z.boolean(),
  /** Null if their account was deleted, or no invitation was needed. */
  invitedBy: z.string().nullable(),
});
export type BoardInvitation = z.infer<typeof boardInvitation>;

/** `work`: items assigned to me · `messages`: messages I scheduled · `view`: items of a board view. */
export const FEED_KINDS = ['work', 'messages', 'view'] as const;
export const calendarFeed = z.object({
  _id: entityId,
  kind: z.enum(FEED_KINDS),
  /** Names of the board and the view. */
  name: z.string().nullable(),
  createdAt: instant,
  /** When a calendar last fetched it; null: never. */
  readAt: instant.nullable(),
});
export type CalendarFeed = z.infer<typeof calendarFeed>;
/** Maximum feeds per person and workspace. */
export const MAX_FEEDS = 20;

export const shareErrors = {
  /** It has expired or reached its maximum uses. */
  SHARE_OVER: { status: 410, message: 'This link has expired.' },
  /** The form accepts one answer per person. */
  ANSWERED_ALREADY: { status: 409, message: 'You’ve already answered this form.' },
} as const;

const byId = z.object({ id: entityId });
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
    .route(at.get('/boards/{id}/shares', 'Active links of a board, latest first'))
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(share)),
  shareTable: mutation('boards')
    .route(at.post('/boards/{id}/shared-tables', 'Share a board as read-only with a link', { successStatus: 201 }))
    .input(
      byId.extend({
        name,
        columnIds: z.array(entityId).min(1).max(MAX_COLUMNS).describe('Columns visible to visitors.'),
        filters: z.array(boardFilter).max(MAX_FILTERS).default([]).describe('Only matching items are shown.'),
        sort: boardSort.nullable().default(null),
        expiresInDays,
      }),
    )
    .output(newShare),
  shareForm: mutation('boards')
    .route(at.post('/boards/{id}/forms', 'Create a form whose answers become items', { successStatus: 201 }))
    .input(
      byId.extend({
        name,
        intro: text.default(''),
        thanks: text.default(''),
        groupId: entityId.describe('Group to which answers are added.'),
        fields: z.array(formField).min(1).max(MAX_COLUMNS),
        expiresInDays,
        maxUses: z.number().int().min(1).max(MAX_USES).nullable(),
        redirectUrl: z
          .url({ protocol: /^https$/ })
          .max(MAX_ADDRESS_LENGTH)
          .nullable()
          .default(null)
          .describe('URL to open after submitting.'),
        embeddedOn: z
          .array(z.string().regex(ORIGIN))
          .max(MAX_ORIGINS)
          .default([])
          .describe('Origins, such as https://example.com, whose pages may embed the form.'),
        isOnePerPerson: z
          .boolean()
          .default(false)
          .describe(
            'Allows one answer per person, identified by the personal link, else by the phone number or email address asked for.',
          ),
      }),
    )
    .output(newShare),
  forms: query('boards')
    .route(at.get('/forms', 'Open forms of all boards, by name'))
    .input(listQuery.omit({ sort: true }))
    .output(page(openForm)),
  personalLinks: mutation('boards')
    .route(at.post('/shares/{id}/personal-links', 'Create one-time personal links to a form for contacts'))
    .input(byId.extend({ contactIds: z.array(entityId).min(1).max(MAX_PERSONAL_LINKS) }))
    .output(z.object({ data: z.array(personalLink) })),
  invite: mutation('boards', 'workspace-admin')
    .route(
      at.post('/boards/{id}/invitations', 'Create a link with which people join as members', { successStatus: 201 }),
    )
    .input(
      byId.extend({
        expiresInDays: z.number().int().min(1).max(MAX_INVITATION_DAYS),
        maxUses: z.number().int().min(1).max(MAX_JOINS),
      }),
    )
    .output(newShare),
  revoke: mutation('boards').route(at.delete('/shares/{id}', 'Revoke a link at once')).input(byId).output(z.object({})),

  // The secret is in the body because URLs are written to logs.
  readTable: query(null, 'public')
    .errors(shareErrors)
    .route(at.post(SHARED_PATHS.readTable, 'A shared table, by its link'))
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
    .route(at.post(SHARED_PATHS.readForm, 'A form, by its link'))
    .input(z.object({ token }))
    .output(sharedForm),
  answerForm: mutation(null, 'public')
    .errors(shareErrors)
    .route(at.post(SHARED_PATHS.answerForm, 'Submit a form'))
    .input(
      z.object({
        token,
        cells,
        opened: z.string().max(200),
        proof: z.string().max(20).default('').describe('Proof of work as required by `workBits`.'),
        website: z.string().max(200).default('').describe('Honeypot: people do not see this field and leave it empty.'),
      }),
    )
    .output(z.object({ thanks: z.string(), redirectUrl: z.string().nullable() })),
  feeds: query('boards')
    .route(at.get('/calendar-feeds', 'My calendar feeds, latest first'))
    .input(listQuery.omit({ sort: true }))
    .output(page(calendarFeed)),
  makeFeed: mutation('boards')
    .route(at.post('/calendar-feeds', 'Create a calendar feed with a secret URL', { successStatus: 201 }))
    .input(z.object({ kind: z.enum(FEED_KINDS), viewId: entityId.nullable().default(null) }))
    .output(calendarFeed.extend({ token: z.string() })),
  removeFeed: mutation('boards')
    .route(at.delete('/calendar-feeds/{id}', 'Revoke one of my calendar feeds at once'))
    .input(byId)
    .output(z.object({})),
  readInvitation: query(null)
    .errors(shareErrors)
    .route(at.post('/board-invitations/read', 'Details of a board invitation before joining'))
    .input(z.object({ boardId: entityId.optional(), token: token.optional() }))
    .output(boardInvitation),
  join: mutation(null)
    .errors(shareErrors)
    .route(at.post('/board-invitations/join', 'Join a workspace through a board’s invitation link'))
    .input(z.object({ token }))
    .output(z.object({ workspaceId: entityId, boardId: entityId })),
};
