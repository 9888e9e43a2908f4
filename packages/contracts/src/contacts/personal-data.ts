import { z } from 'zod';
import { e164, entityId } from '../entity.ts';
import { mutation, type PlainOperation, query, routesUnder } from '../operation.ts';

/** Kinds of data a workspace stores about a person; the domains say where (`Domain.personalData`). */
export const PERSONAL_DATA_KINDS = [
  'contact',
  'message',
  'series',
  'received',
  'mark',
  'chatAct',
  'chatFacts',
  'recipient',
  'webhookInbox',
  'conversation',
  'note',
  'botSession',
  'botLine',
  'campaignRecipient',
  'boardCell',
  'boardHistory',
  'boardMessage',
  'automationRun',
  'notification',
  'webhookEvent',
  'keptRequest',
  'undelivered',
  'optOut',
  'subscription',
  'audit',
  'file',
] as const;
export type PersonalDataKind = (typeof PERSONAL_DATA_KINDS)[number];

/**
 * Why an erasure retains something: it is being sent to WhatsApp right now · it is evidence for complaints · it keeps
 * the person opted out · it also belongs to others.
 */
export const RETENTION_REASONS = ['sending', 'record', 'optOut', 'shared'] as const;
export type RetentionReason = (typeof RETENTION_REASONS)[number];

/** Maximum ids listed per kind of retained data. */
export const MAX_KEPT_IDS = 100;

const kind = z.enum(PERSONAL_DATA_KINDS);
const kept = z.object({
  kind,
  reason: z.enum(RETENTION_REASONS),
  count: z.number().int(),
  ids: z.array(z.string()).max(MAX_KEPT_IDS).describe('The first ids.'),
});
const person = z.object({ mobile: e164 });

const report = z.object({
  mobile: e164,
  counts: z.array(z.object({ kind, count: z.number().int() })).describe('By kind, without empty kinds.'),
  kept: z.array(kept),
});
/** The data stored about a person and what an erasure would retain, or what an erasure deleted and retained. */
export type PersonalDataReport = z.infer<typeof report>;

const at = routesUnder('contacts');

export const personalDataContract = {
  find: query(null, 'workspace-admin')
    .route(at.get('/personal-data', 'Personal data stored for a number, and what an erasure would retain'))
    .input(person)
    .output(report),
  erase: mutation(null, 'workspace-admin')
    .route(
      at.post('/personal-data/erase', 'Erase all personal data of a number', {
        description: 'Cannot be undone. Data held by WhatsApp, the phone and backups is not affected.',
      }),
    )
    .input(person)
    .output(report.extend({ auditId: entityId.describe('Audit log entry of the erasure.') })),
};

/**
 * `GET` with `?mobile=` returns a ZIP: `data.jsonl` with one line `{"kind","row"}` per row, and the files in `files`.
 */
export const PERSONAL_DATA_EXPORT_PATH = '/api/personal-data/export';
export const personalDataExport = {
  name: 'personalData.export',
  guard: 'workspace-admin',
  // A change because it adds an audit entry and exports everything: in support mode the data is only shown on the page.
  effect: 'change',
  scope: null,
} as const satisfies PlainOperation;
