import { ActionIcon, Button, Group, Skeleton, Table, TextInput } from '@mantine/core';
import type { InboxReport, ReportFigure } from '@switchyard/contracts/inbox/reports';
import { IconArrowLeft, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { toastError } from '../../../components/toasts.ts';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { exportReport } from '../api/export-report.ts';
import { inboxReport } from '../api/inbox.ts';
import { formatDuration } from '../format-duration.ts';
import type { InboxSearch } from '../inbox-search.ts';
import classes from './report.module.css';
import { ReportRows, type ReportRowsQuery } from './report-rows.tsx';
import '../texts.ts';

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

/** The date of a moment in a zone, `YYYY-MM-DD`. */
const dayAt = (ms: number, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(ms);

/** `/bt-team-inbox?show=report`: incoming conversations, reply and resolution times, and who handled them. */
export function ReportPage({ search, onSearch }: { search: InboxSearch; onSearch: (next: InboxSearch) => void }) {
  const { t } = useTranslation('inbox');
  const { zone } = useMe().workspace;
  const to = search.to ?? dayAt(serverNowMs(), zone);
  const from = search.from ?? dayAt(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS, 'UTC');
  const found = useQuery(inboxReport({ from, to }));
  const [query, setQuery] = useState<ReportRowsQuery | null>(null);
  const save = useMutation({
    mutationFn: (report: InboxReport) =>
      exportReport(report, {
        figure: (figure) => t(`report.figures.${figure}`),
        median: (figure) => t('report.medianMinutes', { figure }),
        all: t('report.all'),
        group: t('report.group'),
        name: t('report.name'),
        groups: { days: t('report.day'), people: t('report.person'), teams: t('team') },
        onPhone: t('report.onPhone'),
        noTeam: t('noTeam'),
      }),
    onError: (error) => toastError(failureText(error)),
  });
  const report = found.data;
  return (
    <PageFrame>
      <PageHeader
        title={t('report.title')}
        actions={
          <>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('report.back')}
              title={t('report.back')}
              onClick={() => onSearch({ ...search, show: undefined, from: undefined, to: undefined })}
            >
              <IconArrowLeft size={18} stroke={1.6} className="flip-rtl" />
            </ActionIcon>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={save.isPending}
              disabled={!report}
              onClick={() => report && save.mutate(report)}
            >
              {t('report.export')}
            </Button>
          </>
        }
      />
      <Group gap="sm" align="end">
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={t(`report.${name}`)}
            value={name === 'from' ? from : to}
            onChange={({ currentTarget: { value } }) => onSearch({ ...search, from, to, [name]: value || undefined })}
          />
        ))}
        <Hint size="xs">{t('report.hint', { zone })}</Hint>
      </Group>
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && (
        <div className={classes.totals}>
          {['opened', 'incoming', 'resolved', 'first', 'resolution'].map((figure) => (
            <Skeleton key={figure} height={92} />
          ))}
        </div>
      )}
      {report && <Figures report={report} from={from} to={to} onOpenRows={setQuery} />}
      {query && <ReportRows query={query} onClose={() => setQuery(null)} />}
    </PageFrame>
  );
}

interface FiguresProps {
  report: InboxReport;
  from: string;
  to: string;
  onOpenRows: (rows: ReportRowsQuery) => void;
}

function Figures({ report, from, to, onOpenRows }: FiguresProps) {
  const { t } = useTranslation('inbox');
  const { totals, days, people, teams } = report;
  const totalQuery = { from, to, name: t('report.all') };
  const count = (figure: ReportFigure, value: number | null, of: Omit<ReportRowsQuery, 'figure'>) => (
    <Figure figure={figure} name={of.name} value={value} onOpen={() => onOpenRows({ ...of, figure })}>
      {value === null ? t('report.notKept') : formatNumber(value)}
    </Figure>
  );
  const time = (figure: 'firstResponse' | 'resolution', of: Omit<ReportRowsQuery, 'figure'>, work: Work) => (
    <Figure figure={figure} name={of.name} value={work[figure].count} onOpen={() => onOpenRows({ ...of, figure })}>
      {work[figure].medianMs === null ? '–' : formatDuration(work[figure].medianMs)}
    </Figure>
  );
  const rating = (of: Omit<ReportRowsQuery, 'figure'>, { rating: { count: rated, average } }: Work) => (
    <Figure figure="rated" name={of.name} value={rated} onOpen={() => onOpenRows({ ...of, figure: 'rated' })}>
      {average === null ? '–' : formatNumber(Math.round(average * 10) / 10)}
    </Figure>
  );
  const busiest = Math.max(1, ...days.map(({ opened }) => opened));
  return (
    <>
      <div className={classes.totals}>
        {(['opened', 'incoming', 'answered', 'resolved'] as const).map((figure) => (
          <Card key={figure} aria-label={t(`report.figures.${figure}`)}>
            <Hint size="sm">{t(`report.figures.${figure}`)}</Hint>
            <div className={classes.total}>{count(figure, totals[figure], totalQuery)}</div>
          </Card>
        ))}
        {(['firstResponse', 'resolution'] as const).map((figure) => (
          <Card key={figure} aria-label={t(`report.figures.${figure}`)}>
            <Hint size="sm">{t(`report.figures.${figure}`)}</Hint>
            <div className={classes.total}>{time(figure, totalQuery, totals)}</div>
            {totals[figure].p90Ms !== null && (
              <Hint size="xs">{t('report.p90', { time: formatDuration(totals[figure].p90Ms) })}</Hint>
            )}
          </Card>
        ))}
        <Card aria-label={t('report.figures.rated')}>
          <Hint size="sm">{t('report.figures.rated')}</Hint>
          <div className={classes.total}>{rating(totalQuery, totals)}</div>
        </Card>
      </div>
      <FigureTable
        title={t('report.people')}
        heads={[t('report.person'), ...WORK.map((figure) => t(`report.figures.${figure}`))]}
        rows={people.map((person) => {
          const name = person.name ?? t('report.onPhone');
          const of = { from, to, name, ...(person.userId !== null && { userId: person.userId }) };
          return [name, ...cells(person, person.userId !== null, of)];
        })}
      />
      <FigureTable
        title={t('report.teams')}
        heads={[t('team'), ...WORK.map((figure) => t(`report.figures.${figure}`))]}
        rows={teams.map((team) => {
          const name = team.name ?? t('noTeam');
          const of = { from, to, name, ...(team.teamId !== null && { teamId: team.teamId }) };
          return [name, ...cells(team, team.teamId !== null, of)];
        })}
      />
      <FigureTable
        title={t('report.days')}
        heads={[t('report.day'), ...VOLUMES.map((figure) => t(`report.figures.${figure}`))]}
        rows={days.toReversed().map((day) => {
          const of = { from: day.date, to: day.date, name: formatDay(day.date) };
          return [
            of.name,
            <div key="opened" className={classes.bar} style={{ '--share': day.opened / busiest } as CSSProperties}>
              {count('opened', day.opened, of)}
            </div>,
            count('incoming', day.incoming, of),
            count('resolved', day.resolved, of),
          ];
        })}
      />
    </>
  );

  /** @param isKnown false for the figures of unassigned conversations, which have no rows to open */
  function cells(work: Work, isKnown: boolean, of: Omit<ReportRowsQuery, 'figure'>): ReactNode[] {
    if (!isKnown) {
      return [
        formatNumber(work.answered),
        formatNumber(work.resolved),
        ...(['firstResponse', 'resolution'] as const).map((figure) =>
          work[figure].medianMs === null ? '–' : formatDuration(work[figure].medianMs),
        ),
        work.rating.average === null ? '–' : formatNumber(Math.round(work.rating.average * 10) / 10),
      ];
    }
    return [
      count('answered', work.answered, of),
      count('resolved', work.resolved, of),
      time('firstResponse', of, work),
      time('resolution', of, work),
      rating(of, work),
    ];
  }
}

type Work = InboxReport['people'][number] | InboxReport['teams'][number] | InboxReport['totals'];
const WORK = ['answered', 'resolved', 'firstResponse', 'resolution', 'rated'] as const;
const VOLUMES = ['opened', 'incoming', 'resolved'] as const;

/** A figure that opens the rows behind it; plain text when there are none. */
function Figure(props: {
  figure: ReportFigure;
  name: string;
  value: number | null;
  onOpen: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('inbox');
  if (!props.value) return <span>{props.children}</span>;
  const label = t('report.show', { figure: t(`report.figures.${props.figure}`), name: props.name });
  return (
    <button type="button" className={classes.figure} title={label} onClick={props.onOpen}>
      {props.children}
      <span className={classes.hidden}> {label}</span>
    </button>
  );
}

function FigureTable({ title, heads, rows }: { title: string; heads: string[]; rows: ReactNode[][] }) {
  const { t } = useTranslation('inbox');
  return (
    <Card aria-label={title}>
      <Heading mb={8}>{title}</Heading>
      {rows.length === 0 ? (
        <Hint>{t('report.none')}</Hint>
      ) : (
        <Table.ScrollContainer minWidth={480} maxHeight={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table stickyHeader>
            <Table.Thead>
              <Table.Tr>
                {heads.map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(([name, ...values], row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than their place
                <Table.Tr key={row}>
                  <Table.Th scope="row">
                    <bdi>{name}</bdi>
                  </Table.Th>
                  {values.map((value, column) => (
                    <Table.Td key={heads[column + 1]}>{value}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Card>
  );
}
