import { Button, Group, Progress, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { meaningOfBase } from '../api/knowledge.ts';
import '../texts.ts';

/** Poll interval for vectors being computed while there is no live connection. */
const POLL_INTERVAL_MS = 3_000;

/** Whether a base is also searched by meaning, the progress of indexing, and why it is not. */
export function MeaningState({ baseId, mayChange }: { baseId: string; mayChange: boolean }) {
  const { t } = useTranslation('knowledge');
  const queries = useQueryClient();
  const meaning = useQuery({
    ...meaningOfBase(baseId),
    refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? POLL_INTERVAL_MS : false),
  });
  const prepare = useMutation(
    apiQuery.knowledge.prepareMeaning.mutationOptions({
      onSuccess: (now) => queries.setQueryData(meaningOfBase(baseId).queryKey, now),
    }),
  );
  if (meaning.error) return <Notice tone="error">{meaning.error.message}</Notice>;
  if (!meaning.data) return <Skeleton height={20} width="60%" />;
  const { state, fault, passages, ready } = meaning.data;
  const model = meaning.data.model ?? '';
  const counts = { ready: formatNumber(ready), passages: formatNumber(passages) };
  if (state === 'off' || state === 'private') {
    return (
      <Hint>
        {t(`meaning.${state}`)}{' '}
        <AnchorLink to="/ai-assistant" underline="always">
          {t('meaning.settings')}
        </AnchorLink>
      </Hint>
    );
  }
  if (state === 'ready') {
    return <Hint>{t('meaning.ready', { model })}</Hint>;
  }
  const progress = t('meaning.progress', counts);
  return (
    <>
      <Progress value={passages === 0 ? 0 : (ready / passages) * 100} aria-label={progress} size="sm" />
      <Group gap="sm" justify="space-between">
        <Hint>
          {progress} {fault && t(`meaning.fault.${fault}`, { model })}{' '}
          {fault && fault !== 'credits' && t('meaning.again')}
        </Hint>
        {state === 'failed' && mayChange && (
          <Button
            size="compact-sm"
            variant="light"
            loading={prepare.isPending}
            onClick={() => prepare.mutate({ id: baseId })}
          >
            {t('documents.retry')}
          </Button>
        )}
      </Group>
      {prepare.error && <Notice tone="error">{prepare.error.message}</Notice>}
    </>
  );
}
