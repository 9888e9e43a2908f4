// Compares recurrences with python-dateutil and Python's zones: the grammar and the rule for hours are in
// packages/recurrence/test/make-table.py.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { firstOccurrences, occurrencesOf, restFrom } from '@switchyard/recurrence/occurrences';
import { writeRule } from '@switchyard/recurrence/rule';
import { beforeAll, expect, test } from 'vitest';
import { recurrenceOf } from './plan-occurrences.ts';
import { momentOf, readRuleIn } from './read-recurrence.ts';

const TABLE = join(import.meta.dirname, '../../../../../../packages/recurrence/test/recurrences.tsv.gz');
const MOST = 10;
const LAST = '2026';
/** `npm run bench cases` tests every row, which takes minutes. */
const ROWS_PER_TRIED = 10;
const SLOW_MACHINE_MS = 300_000;

interface Row {
  zone: string;
  start: string;
  rule: string;
  except: string[];
  edit: string[];
  /** Minutes since 1970. */
  minutes: number[];
}

let rows: Row[];
beforeAll(async () => {
  rows = gunzipSync(await readFile(TABLE))
    .toString()
    .trimEnd()
    .split('\n')
    .map(readRow);
});

function readRow(line: string): Row {
  const [zone = '', start = '', rule = '', except = '', edit = '', deltas = ''] = line.split('\t');
  let minute = 0;
  const minutes = words(deltas).map((delta) => (minute += Number(delta)));
  return { zone, start, rule, except: words(except), edit: words(edit), minutes };
}

const words = (text: string): string[] => (text === '' ? [] : text.split(' '));

/** The instants of a row as the product computes them: expanded, without exceptions, with its edit. */
function oursOf({ zone, start, rule: text, except, edit }: Row): number[] {
  const rule = readRuleIn(text, start, zone);
  const [kind, at = '', to = ''] = edit;
  if ('field' in rule) return [];
  const recurrence = recurrenceOf({ start, rule: writeRule(rule) });
  const left = new Set(except);
  const slots = firstOccurrences(recurrence, MOST + left.size)
    .filter((slot) => slot < LAST && !left.has(slot))
    .slice(0, MOST);
  const due = kind === 'FOLLOW' ? following() : slots.map((slot) => (kind === 'MOVE' && slot === at ? to : slot));
  return due.map((slot) => momentOf(slot, zone).dueAt.getTime() / 60_000);

  function following(): string[] {
    const before = slots.filter((slot) => slot < at);
    const days = new Set(except.map((slot) => slot.slice(0, 10)));
    const rest: string[] = [];
    for (const slot of occurrencesOf({ ...restFrom(recurrence, at), start: to })) {
      if (slot >= LAST || before.length + rest.length === MOST) break;
      if (!days.has(slot.slice(0, 10))) rest.push(slot);
    }
    return [...before, ...rest];
  }
}

test('the table has at least 20,000 rules over 40 zones, including skipped hours, exceptions and edits', () => {
  expect(rows.length).toBeGreaterThanOrEqual(20_000);
  expect(new Set(rows.map(({ zone }) => zone)).size).toBe(40);
  for (const part of ['INTERVAL', 'BYSETPOS', 'BYMONTHDAY=-1', 'COUNT', 'UNTIL']) {
    expect(rows.filter(({ rule }) => rule.includes(part)).length).toBeGreaterThan(500);
  }
  expect(rows.filter(({ except }) => except.length > 0).length).toBeGreaterThan(2_000);
  for (const kind of ['MOVE', 'FOLLOW']) {
    expect(rows.filter(({ edit: [own] }) => own === kind).length).toBeGreaterThan(1_000);
  }
});

test(
  'every rule of the table recurs exactly when python-dateutil says',
  () => {
    const tried = process.env.ALL_CASES ? rows : rows.filter((_row, at) => at % ROWS_PER_TRIED === 0);
    const differing = tried.flatMap((row) => {
      const ours = oursOf(row).join(' ');
      return ours === row.minutes.join(' ') ? [] : [{ ...row, ours, theirs: row.minutes.join(' ') }];
    });
    expect(differing.slice(0, 10)).toEqual([]);
    expect(differing).toHaveLength(0);
  },
  SLOW_MACHINE_MS,
);
