import type { InboxReport, ReportFigure, ReportRowsQuery } from '@switchyard/contracts/inbox/reports';
import { api } from '../../../lib/api/client.ts';
import { readAll } from '../../../lib/api/read-all.ts';
import { recordExport } from '../../../lib/workbook/record-export.ts';
import { saveFile } from '../../../lib/workbook/save-file.ts';
import { writeTableFile } from '../../../lib/workbook/table-client.ts';

/** Rows that any spreadsheet program can still open. */
const MAX_ROWS = 50_000;
const MINUTE_MS = 60_000;

const minutes = (ms: number | null): string => (ms === null ? '' : (ms / MINUTE_MS).toFixed(1));
const number = (count: number | null): string => (count === null ? '' : String(count));

async function save(name: string, header: string[], rows: string[][]): Promise<number> {
  const bytes = await writeTableFile('Report', header, rows);
  await recordExport('inbox-report', rows.length);
  saveFile(bytes, `${name}.xlsx`);
  return rows.length;
}

export interface ReportNames {
  figure: (figure: ReportFigure) => string;
  median: (figure: string) => string;
  all: string;
  group: string;
  name: string;
  groups: { days: string; people: string; teams: string };
  onPhone: string;
  noTeam: string;
}

/** Downloads the figures as a workbook: totals, by day, by person and by team; times in minutes. */
export function exportReport({ totals, days, people, teams }: InboxReport, names: ReportNames): Promise<number> {
  const { figure, groups } = names;
  const header = [
    names.group,
    names.name,
    figure('opened'),
    figure('incoming'),
    figure('answered'),
    figure('resolved'),
    names.median(figure('firstResponse')),
    names.median(figure('resolution')),
    figure('rated'),
  ];
  const work = ({
    answered,
    resolved,
    firstResponse,
    resolution,
    rating,
  }: Pick<InboxReport['totals'], 'answered' | 'resolved' | 'firstResponse' | 'resolution' | 'rating'>) => [
    number(answered),
    number(resolved),
    minutes(firstResponse.medianMs),
    minutes(resolution.medianMs),
    rating.average?.toFixed(2) ?? '',
  ];
  return save('inbox-report', header, [
    [names.all, '', number(totals.opened), number(totals.incoming), ...work(totals)],
    ...days.map(({ date, opened, incoming, resolved }) => [
      groups.days,
      date,
      number(opened),
      number(incoming),
      '',
      number(resolved),
      '',
      '',
      '',
    ]),
    ...people.map((person) => [groups.people, person.name ?? names.onPhone, '', '', ...work(person)]),
    ...teams.map((team) => [groups.teams, team.name ?? names.noTeam, '', '', ...work(team)]),
  ]);
}

/** Downloads the rows behind a figure as a workbook. */
export async function exportReportRows(
  query: Omit<ReportRowsQuery, 'limit' | 'skip'>,
  header: string[],
): Promise<number> {
  const found = await readAll((page) => api.inbox.reportRows({ ...query, ...page }), MAX_ROWS);
  const rows = found.map(({ at, name, chat, by, team, businessMs, score }) => [
    at,
    name ?? '',
    chat,
    by ?? '',
    team ?? '',
    minutes(businessMs),
    number(score),
  ]);
  return save(`inbox-${query.figure}`, header, rows);
}
