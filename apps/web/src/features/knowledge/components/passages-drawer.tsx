import { Button, Drawer, Skeleton, Text } from '@mantine/core';
import type { KnowledgeDocument } from '@switchyard/contracts/knowledge/operations';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import classes from './knowledge.module.css';

const AT_ONCE = 50;

/** The text read from a document, passage by passage, from its start. */
export function PassagesDrawer({ document, onClose }: { document: KnowledgeDocument | null; onClose: () => void }) {
  const { t } = useTranslation('knowledge');
  return (
    <Drawer
      opened={document !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={document && t('passages.title', { title: document.title })}
    >
      {document && <Passages id={document._id} />}
    </Drawer>
  );
}

function Passages({ id }: { id: string }) {
  const { t } = useTranslation('knowledge');
  const passages = useInfiniteQuery(
    apiQuery.knowledge.passages.infiniteOptions({
      input: (skip: number) => ({ id, limit: AT_ONCE, skip }),
      initialPageParam: 0,
      getNextPageParam: ({ total }, _all, skip) => (skip + AT_ONCE < total ? skip + AT_ONCE : undefined),
    }),
  );
  if (passages.isError) return <ErrorState error={passages.error} onRetry={() => void passages.refetch()} />;
  if (passages.isPending) return <Skeleton height={320} radius="sm" />;
  return (
    <>
      <ol className={classes.rows}>
        {passages.data.pages
          .flatMap(({ data }) => data)
          .map(({ id: passageId, heading, page, text }) => (
            <li key={passageId}>
              <Hint size="xs" dir="auto">
                {heading ?? (page !== null && t('passages.page', { page }))}
              </Hint>
              <Text size="sm" dir="auto" className={classes.words ?? ''}>
                {text}
              </Text>
            </li>
          ))}
      </ol>
      {passages.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          mt="sm"
          loading={passages.isFetchingNextPage}
          onClick={() => void passages.fetchNextPage()}
        >
          {t('passages.more')}
        </Button>
      )}
    </>
  );
}
