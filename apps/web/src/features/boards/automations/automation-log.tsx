import { Button, Skeleton, Stack } from '@mantine/core';
import type { Automation, AutomationRun } from '@switchyard/contracts/automations/operations';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import classes from '../components/boards.module.css';
import { runsOf } from './api.ts';
import { StepResults } from './step-results.tsx';
import './texts.ts';

/** An automation's runs and the affected items. */
export function AutomationLog({ automation }: { automation: Automation }) {
  const { t } = useTranslation('automations');
  const found = useInfiniteQuery(runsOf(automation._id));
  const runs = found.data?.pages.flatMap(({ data }) => data) ?? [];
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <Skeleton height={200} />;
  return (
    <Stack gap="xs">
      {runs.length === 0 && <Hint>{t('logNone')}</Hint>}
      <ul className={classes.history}>
        {runs.map((run) => (
          <li key={run._id}>
            <Run run={run} boardId={automation.boardId} />
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          variant="default"
          size="sm"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </Stack>
  );
}

function Run({ run, boardId }: { run: AutomationRun; boardId: string }) {
  return (
    <Card as="article" className={classes.message ?? ''}>
      <div className={classes.cardHead}>
        {run.itemId ? (
          <AnchorLink to="/boards/$boardId" params={{ boardId }} search={{ item: run.itemId }} size="sm" dir="auto">
            {run.subject || '…'}
          </AnchorLink>
        ) : (
          <bdi>{run.subject}</bdi>
        )}
        <StatusBadge context="automation" state={run.state} />
      </div>
      <StepResults steps={run.steps} />
      <Hint size="xs">
        <RelativeTime at={run.createdAt} exact />
      </Hint>
    </Card>
  );
}
