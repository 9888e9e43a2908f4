import { Progress, Skeleton, Table, Text } from '@mantine/core';
import { ERROR_TYPES } from '@switchyard/contracts/bots/bot-events';
import type { StatisticsRange } from '@switchyard/contracts/bots/ranges';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import type { DashboardData } from '../api/load-dashboard.ts';
import { eventName } from '../kind-name.ts';
import '../texts.ts';
import classes from './dashboard.module.css';

/** The tab "Event Distribution" of spec 000 section 2.2. */
export function EventDistribution(props: {
  data: DashboardData | null;
  range: StatisticsRange;
  onOpen: (search: { eventType: string } | { processType: string }) => void;
}) {
  const { t } = useTranslation('bots');
  const section = props.data?.nodeEventStats ?? null;
  if (section === null) return <Skeleton height={240} mt={16} radius="md" />;
  if (!('data' in section)) {
    return (
      <Text c="red" role="alert" mt={16}>
        {section.error ?? t('failed.nodeEventStats')}
      </Text>
    );
  }
  const { eventsByType, processTypeDistribution } = props.data?.ranges?.[props.range] ?? section.data;
  const processes = sorted(processTypeDistribution);
  return (
    <div className={classes.halves}>
      <TypeTable
        title={t('dashboard.nodeEvents')}
        rows={sorted(eventsByType)}
        searchOf={(eventType) => ({ eventType })}
        onOpen={props.onOpen}
      />
      {processes.length > 0 && (
        <TypeTable
          title={t('dashboard.processEvents')}
          rows={processes}
          searchOf={(processType) => ({ processType })}
          onOpen={props.onOpen}
        />
      )}
    </div>
  );
}

/** By count, highest first. */
const sorted = (counts: Record<string, number>): [string, number][] =>
  Object.entries(counts).toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));

const isError = (type: string) => (ERROR_TYPES as readonly string[]).includes(type);

type TypeSearch = { eventType: string } | { processType: string };

function TypeTable(props: {
  title: string;
  rows: [string, number][];
  searchOf: (type: string) => TypeSearch;
  onOpen: (search: TypeSearch) => void;
}) {
  const { t } = useTranslation('bots');
  const max = Math.max(...props.rows.map(([, count]) => count));
  return (
    <Card aria-label={props.title}>
      <Heading mb={8}>{props.title}</Heading>
      {props.rows.length === 0 ? (
        <Text c="dimmed">{t('dashboard.noEvents')}</Text>
      ) : (
        <Table aria-label={props.title} highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('dashboard.name')}</Table.Th>
              <Table.Th scope="col" className={classes.count}>
                {t('dashboard.count')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {props.rows.map(([type, count]) => (
              <Table.Tr key={type} className={classes.row} onClick={() => props.onOpen(props.searchOf(type))}>
                <Table.Td>
                  <AnchorLink
                    to="/sessions"
                    search={{ ...props.searchOf(type), page: 1, limit: 20 }}
                    size="sm"
                    onClick={(event) => event.stopPropagation()}
                    {...(isError(type) && { c: 'var(--tone-error)' })}
                  >
                    {type}
                  </AnchorLink>
                  <Hint size="xs">
                    {isError(type) && <IconAlertTriangle size={12} aria-hidden />} {eventName(t, type)}
                  </Hint>
                  <Progress
                    value={(count / max) * 100}
                    size="xs"
                    mt={4}
                    {...(isError(type) && { color: 'red' })}
                    aria-hidden
                  />
                </Table.Td>
                <Table.Td className={classes.count}>{formatNumber(count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  );
}
