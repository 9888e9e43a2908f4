import { z } from 'zod';
import { entityId, instant, lineOfText, zoneName } from '../entity.ts';
import { schemaFault } from '../text/faults.ts';

/**
 * `opened`: conversations opened or reopened · `incoming`: messages from customers · `resolved` · `answered`: waits
 * that ended with a reply · `firstResponse`: first replies after a conversation was opened · `resolution`: resolved
 * conversations with a known opening · `rated`: customers' ratings.
 */
const REPORT_FIGURES = ['opened', 'incoming', 'resolved', 'answered', 'firstResponse', 'resolution', 'rated'] as const;
export type ReportFigure = (typeof REPORT_FIGURES)[number];
const MAX_REPORT_DAYS = 366;
const DAY_MS = 86_400_000;

const days = {
  from: z.iso.date().describe('First day.'),
  to: z.iso.date().describe('Last day, inclusive.'),
  zone: zoneName.optional().describe('Time zone of the days; defaults to the workspace’s.'),
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
    userId: z.uuid().optional().describe('Only events of this person.'),
    teamId: entityId.optional().describe('Only conversations assigned to this team at the time.'),
    limit: z.coerce.number().int().min(1).max(1_000).default(50),
    skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
  })
  .refine(isRange, rangeFault);
export type ReportRowsQuery = z.infer<typeof reportRowsQuery>;

/** Durations in business time, like promised reply times; null if there are none. */
const durations = z.object({
  count: z.number().int(),
  medianMs: z.number().nullable(),
  /** 90th percentile. */
  p90Ms: z.number().nullable(),
});
const work = {
  answered: z.number().int(),
  resolved: z.number().int(),
  firstResponse: durations,
  resolution: durations,
  /** From 1 to 5; null if there are no ratings. */
  rating: z.object({ count: z.number().int(), average: z.number().nullable() }),
};
/** Null if the received messages of that time were already purged. */
const incoming = z.number().int().nullable();

export const inboxReport = z.object({
  zone: zoneName,
  totals: z.object({ opened: z.number().int(), incoming, ...work }),
  days: z.array(z.object({ date: z.iso.date(), opened: z.number().int(), incoming, resolved: z.number().int() })),
  /** Most replies first; `userId` null: replied on the phone, or by the product. */
  people: z.array(z.object({ userId: z.string().nullable(), name: z.string().nullable(), ...work })),
  /** `teamId` null: no team. */
  teams: z.array(z.object({ teamId: entityId.nullable(), name: z.string().nullable(), ...work })),
});
export type InboxReport = z.infer<typeof inboxReport>;

/** An event counted in a figure. */
export const reportRow = z.object({
  _id: entityId,
  conversationId: entityId,
  chat: z.string(),
  name: z.string().nullable(),
  at: instant,
  /** Name of the person who replied or resolved; null if unknown. */
  by: z.string().nullable(),
  team: lineOfText(60).nullable(),
  /** Duration in business time; null if not measured. */
  businessMs: z.number().nullable(),
  /** Score of a rating. */
  score: z.number().int().nullable(),
});
export type ReportRow = z.infer<typeof reportRow>;
