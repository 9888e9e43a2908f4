import { Text } from '@mantine/core';
import type { KnowledgeBase } from '@switchyard/contracts/knowledge/operations';
import type { TFunction } from 'i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';

type TranslateKnowledge = TFunction<'knowledge'>;

/** Columns of the list of knowledge bases; on a phone the numbers are below the name. */
export const baseColumns = (t: TranslateKnowledge, isNarrow: boolean): DataColumn<KnowledgeBase>[] =>
  isNarrow ? [nameColumn(t, true)] : [nameColumn(t, false), ...numberColumns(t)];

const nameColumn = (t: TranslateKnowledge, isAlone: boolean): DataColumn<KnowledgeBase> => ({
  id: 'name',
  name: t('column.name'),
  isFixed: true,
  cell: (row) => (
    <>
      <AnchorLink to="/knowledge-base/$id" params={{ id: row._id }} fw={550} dir="auto">
        {row.name}
      </AnchorLink>
      {isAlone && (
        <Text size="xs" c="dimmed" component="div">
          {t('remove.documents', { count: row.documents })} · {t('remove.entries', { count: row.entries })} ·{' '}
          {t('unanswered', { count: row.openQuestions })} <UnderWay row={row} t={t} />
        </Text>
      )}
    </>
  ),
});

function UnderWay({ row, t }: { row: KnowledgeBase; t: TranslateKnowledge }) {
  return (
    <>
      {row.reading > 0 && (
        <Text span size="xs" c="dimmed" ms={8}>
          {t('reading', { count: row.reading })}
        </Text>
      )}
      {row.failed > 0 && (
        <Text span size="xs" c="var(--tone-error)" ms={8}>
          {t('failed', { count: row.failed })}
        </Text>
      )}
    </>
  );
}

const numberColumns = (t: TranslateKnowledge): DataColumn<KnowledgeBase>[] => [
  {
    id: 'documents',
    name: t('column.documents'),
    align: 'end',
    cell: (row) => (
      <>
        {formatNumber(row.documents)}
        <UnderWay row={row} t={t} />
      </>
    ),
  },
  { id: 'entries', name: t('column.entries'), align: 'end', cell: (row) => formatNumber(row.entries) },
  {
    id: 'questions',
    name: t('column.questions'),
    align: 'end',
    cell: (row) =>
      row.openQuestions === 0 ? (
        formatNumber(0)
      ) : (
        <AnchorLink to="/knowledge-base/$id" params={{ id: row._id }} search={{ tab: 'questions' }}>
          {formatNumber(row.openQuestions)}
        </AnchorLink>
      ),
  },
  { id: 'createdAt', name: t('column.changed'), cell: (row) => <RelativeTime at={row.createdAt} /> },
];
