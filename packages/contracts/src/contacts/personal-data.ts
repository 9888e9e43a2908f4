import { z } from 'zod';
import { e164, entityId } from '../entity.ts';
import { mutation, type PlainOperation, query, routesUnder } from '../operation.ts';

/** What a workspace has of one person, by kind; the domains say where (`Domain.personalData`). */
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
 * Why something stays: WhatsApp is being given it now · what a complaint is answered with · nobody may message them
 * again · others have it too.
 */
export const KEPT_REASONS = ['sending', 'record', 'optOut', 'shared'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

/** Ids that a report names of what was kept. */
export const MAX_KEPT_IDS = 100;

const kind = z.enum(PERSONAL_DATA_KINDS);
const kept = z.object({
  kind,
  reason: z.enum(KEPT_REASONS),
  count: z.number().int(),
  ids: z.array(z.string()).max(MAX_KEPT_IDS).describe('The first of them.'),
});
const person = z.object({ mobile: e164 });

const report = z.object({
  mobile: e164,
  counts: z.array(z.object({ kind, count: z.number().int() })).describe('By kind; kinds without any are left out.'),
  kept: z.array(kept),
});
/** What there is of a person and what an erasure leaves, or what one has erased and left. */
export type PersonalDataReport = z.infer<typeof report>;

const at = routesUnder('contacts');

export const personalDataContract = {
  find: query(null, 'workspace-admin')
    .route(at.get('/personal-data', 'What the workspace has of a number, and what an erasure would leave'))
    .input(person)
    .output(report),
  erase: mutation(null, 'workspace-admin')
    .route(
      at.post('/personal-data/erase', 'Erase all that names a number', {
        description: 'Cannot be undone. What WhatsApp, the phone and backups have is not reached.',
      }),
    )
    .input(person)
    .output(report.extend({ auditId: entityId.describe('The entry of the audit log that records the erasure.') })),
};

/**
 * `GET` with `?mobile=` answers with a ZIP: `data.jsonl`, one line `{"kind","row"}` for each row, and the files in
 * `files`.
 */
export const PERSONAL_DATA_EXPORT_PATH = '/api/personal-data/export';
export const personalDataExport = {
  name: 'personalData.export',
  guard: 'workspace-admin',
  // It leaves an entry in the audit log, and takes everything along: support mode looks on the page.
  effect: 'change',
  scope: null,
} as const satisfies PlainOperation;
