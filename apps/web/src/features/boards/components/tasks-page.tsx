import { Button, Skeleton } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { toastError } from '../../../components/toasts.ts';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { boardOf, useBoardChanges, useLiveBoards } from '../api/boards.ts';
import type { BoardSearch } from '../board-search.ts';
import '../texts.ts';
import { BoardPage } from './board-page.tsx';

/** `/tasks`: the workspace's task board, created on the first visit. */
export function TasksPage(props: { search: BoardSearch; onSearch: (search: BoardSearch) => void }) {
  const { t } = useTranslation('boards');
  const { supportMode } = useMe();
  const found = useQuery(boardOf('tasks'));
  const { create } = useBoardChanges();
  useTitle(t('tasks.title'));
  useLiveBoards();
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending) {
    return (
      <PageFrame role="status" aria-label={t('loading')}>
        <Skeleton height={36} width={240} />
        <Skeleton height={420} radius="md" />
      </PageFrame>
    );
  }
  const [board] = found.data.data;
  if (board) return <BoardPage key={board._id} {...props} boardId={board._id} />;
  return (
    <EmptyState
      icon={IconListCheck}
      title={t('tasks.title')}
      text={t('tasks.text')}
      isPage
      action={
        <Button
          disabled={supportMode}
          loading={create.isPending}
          onClick={() =>
            create.mutate(
              { name: t('tasks.title'), template: 'tasks' },
              { onError: (error) => toastError(failureText(error)) },
            )
          }
        >
          {t('tasks.start')}
        </Button>
      }
    />
  );
}
