import { ActionIcon, Button, Menu } from '@mantine/core';
import type { Board, BoardColumn, BoardFilter, BoardSort } from '@switchyard/contracts/boards/operations';
import {
  IconArchive,
  IconBolt,
  IconDots,
  IconFileExport,
  IconFileImport,
  IconPencil,
  IconPlus,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { toast, toastError } from '../../../components/toasts.ts';
import { toastUndo } from '../../../components/undo-toast.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useBoardChanges } from '../api/boards.ts';
import { exportBoard } from '../export-board.ts';
import '../automations/texts.ts';
import '../shares/texts.ts';
import '../texts.ts';
import { AutomationsDrawer, ColumnDialog, DeletedItems, ImportDialog, ShareDialog } from './board-on-demand.ts';
import { NameDialog } from './name-dialog.tsx';

/** A board's name and the actions on the whole board. */
export function BoardHeader(props: {
  board: Board;
  total: number;
  people: ReadonlyMap<string, string>;
  isReadOnly: boolean;
  filters: BoardFilter[];
  sort: BoardSort | null;
  /** Visible columns. */
  columns: BoardColumn[];
}) {
  const { t } = useTranslation(['boards', 'shares', 'automations']);
  const { board, total, isReadOnly } = props;
  const navigate = useNavigate();
  const { rename, remove, restoreBoard, addGroup } = useBoardChanges();
  const [asking, setAsking] = useState<
    'rename' | 'column' | 'group' | 'share' | 'deleted' | 'automations' | 'import' | null
  >(null);
  const close = () => setAsking(null);
  const { name } = board;
  const exportItems = async () => {
    try {
      const count = await exportBoard(
        { ...board, columns: props.columns },
        { filters: props.filters, sort: props.sort },
        props.people,
      );
      toast(t('exported', { count, formatted: formatNumber(count) }));
    } catch (error) {
      toastError(failureText(error));
    }
  };
  const drop = async () => {
    try {
      await remove.mutateAsync({ id: board._id });
      await navigate({ to: '/boards' });
      toastUndo(t('removed', { name }), () => restoreBoard(board._id).then(() => t('restored', { name })), failureText);
    } catch (error) {
      toastError(failureText(error));
    }
  };
  return (
    <>
      <PageHeader
        title={name}
        count={total}
        actions={
          !isReadOnly && (
            <>
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon variant="default" size="lg" aria-label={t('actions', { name })}>
                    <IconDots size={18} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsking('group')}>
                    {t('group.add')}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => setAsking('import')}>
                    {t('import.title')}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconFileExport size={16} aria-hidden />} onClick={() => void exportItems()}>
                    {t('export')}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setAsking('rename')}>
                    {t('rename')}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconArchive size={16} aria-hidden />} onClick={() => setAsking('deleted')}>
                    {t('deleted.title')}
                  </Menu.Item>
                  <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void drop()}>
                    {t('remove')}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
              <Button
                variant="default"
                leftSection={<IconBolt size={16} aria-hidden />}
                onClick={() => setAsking('automations')}
              >
                {t('automations:title')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconShare size={16} aria-hidden />}
                onClick={() => setAsking('share')}
              >
                {t('shares:share')}
              </Button>
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsking('column')}>
                {t('column.add')}
              </Button>
            </>
          )
        }
      />
      <Suspense>
        {asking === 'share' && (
          <ShareDialog board={board} shown={props.columns} filters={props.filters} sort={props.sort} onClose={close} />
        )}
        {asking === 'automations' && (
          <AutomationsDrawer board={board} people={props.people} isReadOnly={isReadOnly} onClose={close} />
        )}
        {asking === 'import' && <ImportDialog board={board} people={props.people} onClose={close} />}
        {asking === 'deleted' && <DeletedItems board={board} people={props.people} onClose={close} />}
        {asking === 'column' && <ColumnDialog board={board} people={props.people} column={null} onClose={close} />}
      </Suspense>
      {asking === 'group' && (
        <NameDialog
          title={t('group.add')}
          name=""
          submit={t('save')}
          onSave={(newName) => addGroup.mutateAsync({ id: board._id, name: newName })}
          onClose={close}
        />
      )}
      {asking === 'rename' && (
        <NameDialog
          title={t('rename')}
          name={name}
          submit={t('save')}
          onSave={(newName) => rename.mutateAsync({ id: board._id, name: newName })}
          onClose={close}
        />
      )}
    </>
  );
}
