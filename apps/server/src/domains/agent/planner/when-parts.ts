/** A day as people write it. Weekdays count from Monday, 1. */
export type DaySpec =
  | { kind: 'relative'; days: number }
  | { kind: 'weekday'; weekday: number; which: 'plain' | 'next' | 'last' | 'nextWeek' | 'lastWeek' }
  | { kind: 'date'; day: number; month: number; year: number | null; weekday: number | null }
  | { kind: 'ordinal'; day: number; weekday: number | null }
  /** `5/6`: ambiguous unless one of the numbers exceeds 12. */
  | { kind: 'slashed'; a: number; b: number; year: number | null }
  | { kind: 'edge'; edge: 'first' | 'last'; unit: 'week' | 'month' | 'year'; offset: number }
  | { kind: 'plus'; weeks: number; from: DaySpec };

export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night';
export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year' | 'fortnight';

export interface Every {
  is: 'every';
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  weekdays?: number[];
  monthDay?: number;
  nth?: { which: number; weekday: number };
  part?: DayPart;
}

export interface TimeOfDay {
  is: 'time';
  hour: number;
  minute: number;
  meridiem: 'am' | 'pm' | null;
  /** Unambiguous on a 24-hour clock, such as 09:30 or noon. */
  isClear: boolean;
}

/** One time expression that the grammar (`when.peggy`) finds. */
export type WhenPart =
  | { is: 'day'; day: DaySpec; part?: DayPart }
  | TimeOfDay
  | { is: 'part'; part: DayPart }
  | {
      is: 'period';
      unit: 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year';
      offset: number;
      isRest?: boolean;
      isBare?: boolean;
    }
  /** The whole week, Monday to Sunday, that contains a day. */
  | { is: 'weekOf'; day: DaySpec }
  | { is: 'span'; amount: number; unit: Unit; direction: 1 | -1 }
  | { is: 'month'; month: number; year: number | null; which: 'this' | 'next' | 'last' | null }
  | { is: 'year'; year: number }
  | { is: 'in'; amount: number; unit: Unit }
  /** `direction` 0: earlier or later is not specified. */
  | { is: 'shift'; amount: number; unit: Unit; direction: 1 | -1 | 0; word?: 'back' | 'forward' }
  | Every
  | { is: 'zone'; name: string };
