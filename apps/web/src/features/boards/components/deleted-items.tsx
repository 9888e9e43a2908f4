import { Button, Drawer, Skeleton } from '@mantine/core';
import type { Board } from '@switchyard/contracts/boards/operations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { toast, toastError } from '../../../components/toasts.ts';
import { deletedItemsOf, useBoardChanges } from '../api/boards.ts';
import classes from './boards.module.css';
import { cellText } from './cell-text.ts';
import '../texts.ts';

/** A board's deleted items and form responses marked as spam; each can be restored. */
export function DeletedItems(props: { board: Board; people: ReadonlyMap<string, string>; onClose: () => void }) {
  const { t } = useTranslation('boards');
  const { board, people } = props;
  const found = useQuery(deletedItemsOf(board._id));
  const { restoreItem } = useBoardChanges();
  const [restoring, setRestoring] = useState<string | null>(null);
  const restore = async (id: string) => {
    setRestoring(id);
    try {
      await restoreItem(id);
      toast(t('item.restored'));
    } catch (error) {
      toastError(failureText(error));
    } finally {
      setRestoring(null);
    }
  };
  const shown = found.data?.data ?? [];
  const total = found.data?.total ?? 0;
  return (
    <Drawer opened onClose={props.onClose} position="right" size="md" title={t('deleted.title')}>
      <Hint mb="md">{t('deleted.lead')}</Hint>
      {found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <Skeleton height={160} />
      ) : total === 0 ? (
        <Hint>{t('deleted.none')}</Hint>
      ) : (
        <ul className={classes.history}>
          {shown.map((item) => {
            const texts = board.columns
              .map((column) => cellText(column, item.cells[column._id], people))
              .filter((text) => text !== '');
            return (
              <li key={item._id} className={classes.cardHead}>
                <bdi>{texts.join(' · ') || t('item.unnamed')}</bdi>
                <Button
                  variant="default"
                  size="sm"
                  flex="none"
                  aria-label={`${t('deleted.restore')}: ${texts[0] ?? t('item.unnamed')}`}
                  loading={restoring === item._id}
                  onClick={() => void restore(item._id)}
                >
                  {t('deleted.restore')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {shown.length < total && <Hint mt="sm">{t('item.shown', { shown: shown.length, total })}</Hint>}
    </Drawer>
  );
}
