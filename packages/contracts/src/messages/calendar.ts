import { z } from 'zod';
import { instant, zoneName } from '../entity.ts';
import { query, routesUnder } from '../operation.ts';
import { messageFilter } from './filter.ts';
import { FIRST_DUE_YEAR, LAST_DUE_YEAR } from './limits.ts';
import { message } from './message.ts';

/**
 * By what a calendar's window is parted, and how many messages of a cell are told at most: more than fit into its
 * lines, few enough for the whole window to be one answer.
 */
export const CALENDAR_CELLS = { hour: { messages: 6, days: 7 }, day: { messages: 12, days: 42 } } as const;
const cellKind = z.enum(['hour', 'day']);
export type CalendarCellKind = z.infer<typeof cellKind>;

const calendarCell = z.object({
  /**
   * Where it begins on the clocks of the zone: `YYYY-MM-DD`, or `YYYY-MM-DDTHH:00`. An hour that comes twice is one
   * cell.
   */
  at: z.string(),
  /** The same as instants: due at or after, and before. */
  dueFrom: instant,
  dueTo: instant,
  /** How many messages are due in it. */
  count: z.number().int(),
  /** Those that can still be acted on most, in order of time. */
  messages: z.array(message),
});
export type CalendarCell = z.infer<typeof calendarCell>;

const firstDay = z.iso
  .date()
  .refine((day) => Number(day.slice(0, 4)) >= FIRST_DUE_YEAR && Number(day.slice(0, 4)) <= LAST_DUE_YEAR, {
    message: `must be between ${FIRST_DUE_YEAR} and ${LAST_DUE_YEAR}`,
  });

const at = routesUnder('messages');

export const calendarOperations = {
  calendar: query('messages')
    .route(at.get('/messages/calendar', 'What is due in some days, hour by hour or day by day'))
    .input(
      messageFilter
        .omit({ dueFrom: true, dueTo: true })
        .extend({
          from: firstDay.describe('The first day, YYYY-MM-DD.'),
          days: z.coerce.number().int().min(1),
          zone: zoneName,
          cell: cellKind,
        })
        .refine(({ cell, days }) => days <= CALENDAR_CELLS[cell].days, {
          path: ['days'],
          message: `At most ${CALENDAR_CELLS.day.days} days, hour by hour ${CALENDAR_CELLS.hour.days}.`,
        }),
    )
    /** `dueFrom`, `dueTo`: the whole window. Cells in order of time; those with nothing in them are left out. */
    .output(
      z.object({
        cell: cellKind,
        dueFrom: instant,
        dueTo: instant,
        total: z.number().int(),
        cells: z.array(calendarCell),
      }),
    ),
};
