import { ActionIcon, Menu } from '@mantine/core';
import type { Board, BoardColumn, BoardGroup } from '@switchyard/contracts/boards/operations';
import { IconArrowUp, IconChevronDown, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { toast, toastError } from '../../../components/toasts.ts';
import { useBoardChanges } from '../api/boards.ts';
import { ColumnDialog } from './board-on-demand.ts';
import { NameDialog } from './name-dialog.tsx';
import '../texts.ts';

const showError = (error: unknown) => toastError(failureText(error));

/** Actions on a column. */
export function ColumnMenu(props: { board: Board; column: BoardColumn; people: ReadonlyMap<string, string> }) {
  const { board, column, people } = props;
  const at = board.columns.indexOf(column);
  const { t } = useTranslation('boards');
  const { changeColumn, removeColumn } = useBoardChanges();
  const [asking, setAsking] = useState<'edit' | 'remove' | null>(null);
  const { columns } = board;
  const move = (beforeId: string | null) => changeColumn.mutate({ id: column._id, beforeId }, { onError: showError });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('actions', { name: column.name })}>
            <IconChevronDown size={14} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setAsking('edit')}>
            {t('column.edit')}
          </Menu.Item>
          {!column.isTitle && (
            <>
              {/* The title always comes first. */}
              <Menu.Item disabled={at < 2} onClick={() => move(columns[at - 1]?._id ?? null)}>
                {t('column.earlier')}
              </Menu.Item>
              <Menu.Item disabled={at >= columns.length - 1} onClick={() => move(columns[at + 2]?._id ?? null)}>
                {t('column.later')}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setAsking('remove')}
              >
                {t('remove')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {asking === 'edit' && (
        <Suspense>
          <ColumnDialog board={board} people={people} column={column} onClose={() => setAsking(null)} />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={asking === 'remove'}
        title={t('column.removeTitle', { name: column.name })}
        confirm={t('remove')}
        isRunning={removeColumn.isPending}
        error={removeColumn.error ? failureText(removeColumn.error) : undefined}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          removeColumn.mutate(
            { id: column._id },
            { onSuccess: () => toast(t('column.removed', { name: column.name })) },
          )
        }
      >
        {t('column.removeText')}
      </ConfirmDialog>
    </>
  );
}

/** Actions on a group. */
export function GroupMenu({ board, group, at }: { board: Board; group: BoardGroup; at: number }) {
  const { t } = useTranslation('boards');
  const { changeGroup, removeGroup } = useBoardChanges();
  const [isNaming, setNaming] = useState(false);
  const before = board.groups[at - 1];
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('actions', { name: group.name })}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setNaming(true)}>
            {t('group.edit')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowUp size={16} aria-hidden />}
            disabled={!before}
            onClick={() =>
              before && changeGroup.mutate({ id: group._id, beforeId: before._id }, { onError: showError })
            }
          >
            {t('group.earlier')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() =>
              removeGroup.mutate(
                { id: group._id },
                { onError: showError, onSuccess: () => toast(t('removed', { name: group.name })) },
              )
            }
          >
            {t('remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog
          title={t('group.edit')}
          name={group.name}
          submit={t('save')}
          onSave={(name) => changeGroup.mutateAsync({ id: group._id, name })}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
