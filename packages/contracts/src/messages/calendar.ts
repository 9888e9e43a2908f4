import { z } from 'zod';
import { instant, zoneName } from '../entity.ts';
import { query, routesUnder } from '../operation.ts';
import { messageFilter } from './filter.ts';
import { FIRST_DUE_YEAR, LAST_DUE_YEAR } from './limits.ts';
import { message } from './message.ts';

/**
 * Cell sizes of the calendar with the maximum window and the maximum messages returned per cell: more than a cell can
 * show, and few enough to return the whole window at once.
 */
export const CALENDAR_CELLS = { hour: { messages: 6, days: 7 }, day: { messages: 12, days: 42 } } as const;
const cellKind = z.enum(['hour', 'day']);
export type CalendarCellKind = z.infer<typeof cellKind>;

const calendarCell = z.object({
  /**
   * Start of the cell in wall-clock time: `YYYY-MM-DD`, or `YYYY-MM-DDTHH:00`. An hour repeated by a clock change is
   * one cell.
   */
  at: z.string(),
  /** The cell's bounds as instants, `dueTo` exclusive. */
  dueFrom: instant,
  dueTo: instant,
  /** Number of messages due in it. */
  count: z.number().int(),
  /** The most actionable messages, in chronological order. */
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
    .route(at.get('/messages/calendar', 'Messages due in a range of days, by hour or day'))
    .input(
      messageFilter
        .omit({ dueFrom: true, dueTo: true })
        .extend({
          from: firstDay.describe('First day, YYYY-MM-DD.'),
          days: z.coerce.number().int().min(1),
          zone: zoneName,
          cell: cellKind,
        })
        .refine(({ cell, days }) => days <= CALENDAR_CELLS[cell].days, {
          path: ['days'],
          message: `At most ${CALENDAR_CELLS.day.days} days, hour by hour ${CALENDAR_CELLS.hour.days}.`,
        }),
    )
    /** `dueFrom`, `dueTo`: the whole window. Cells are in chronological order, without empty ones. */
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
