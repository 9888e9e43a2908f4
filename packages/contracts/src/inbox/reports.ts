import { z } from 'zod';
import { entityId, instant, lineOfText, zoneName } from '../entity.ts';
import { schemaFault } from '../text/faults.ts';

/**
 * `opened`: conversations that were opened or reopened · `incoming`: messages of customers · `resolved` · `answered`:
 * waits that ended with an answer · `firstResponse`: the first answer since a conversation was opened · `resolution`:
 * resolved conversations whose opening is known · `rated`: answers of customers to the rating poll.
 */
const REPORT_FIGURES = ['opened', 'incoming', 'resolved', 'answered', 'firstResponse', 'resolution', 'rated'] as const;
export type ReportFigure = (typeof REPORT_FIGURES)[number];
const MAX_REPORT_DAYS = 366;
const DAY_MS = 86_400_000;

const days = {
  from: z.iso.date().describe('The first day.'),
  to: z.iso.date().describe('The last day.'),
  zone: zoneName.optional().describe('By whose clock days begin. Default: the workspace’s.'),
};
const isRange = ({ from, to }: { from: string; to: string }) => {
  const daysAfter = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return daysAfter >= 0 && daysAfter < MAX_REPORT_DAYS;
};
const rangeFault = { path: ['to'], message: schemaFault('choice') };

export const reportRange = z.object(days).refine(isRange, rangeFault);
export type ReportRange = z.infer<typeof reportRange>;

export const reportRowsQuery = z
  .object({
    ...days,
    figure: z.enum(REPORT_FIGURES),
    userId: z.uuid().optional().describe('Answered or resolved by this person.'),
    teamId: entityId.optional().describe('Of this team when it happened.'),
    limit: z.coerce.number().int().min(1).max(1_000).default(50),
    skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
  })
  .refine(isRange, rangeFault);
export type ReportRowsQuery = z.infer<typeof reportRowsQuery>;

/** Durations in business time, as reply times are promised; null: there is none to tell. */
const durations = z.object({
  count: z.number().int(),
  medianMs: z.number().nullable(),
  /** Nine of ten took no longer. */
  p90Ms: z.number().nullable(),
});
const work = {
  answered: z.number().int(),
  resolved: z.number().int(),
  firstResponse: durations,
  resolution: durations,
  /** From 1 to 5; null: nobody rated. */
  rating: z.object({ count: z.number().int(), average: z.number().nullable() }),
};
/** Null: messages that came in then are no longer kept. */
const incoming = z.number().int().nullable();

export const inboxReport = z.object({
  zone: zoneName,
  totals: z.object({ opened: z.number().int(), incoming, ...work }),
  days: z.array(z.object({ date: z.iso.date(), opened: z.number().int(), incoming, resolved: z.number().int() })),
  /** Those with the most answers first; `userId` null: answered on the phone, or by the product. */
  people: z.array(z.object({ userId: z.string().nullable(), name: z.string().nullable(), ...work })),
  /** `teamId` null: of no team. */
  teams: z.array(z.object({ teamId: entityId.nullable(), name: z.string().nullable(), ...work })),
});
export type InboxReport = z.infer<typeof inboxReport>;

/** Something that is counted in a figure. */
export const reportRow = z.object({
  _id: entityId,
  conversationId: entityId,
  chat: z.string(),
  name: z.string().nullable(),
  at: instant,
  /** Who answered or resolved it; null: nobody who is known. */
  by: z.string().nullable(),
  team: lineOfText(60).nullable(),
  /** How long it took in business time; null: it isn't measured. */
  businessMs: z.number().nullable(),
  /** Of a rating. */
  score: z.number().int().nullable(),
});
export type ReportRow = z.infer<typeof reportRow>;
