import { Button, Menu } from '@mantine/core';
import type { Board } from '@switchyard/contracts/boards/operations';
import { IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { toast, toastError } from '../../../components/toasts.ts';
import { useBoardChanges } from '../api/boards.ts';
import '../texts.ts';
import type { TableLayout } from './layout-menu.tsx';
import { NameDialog } from './name-dialog.tsx';

type ShownView = Pick<Board['views'][number], 'kind' | 'filters' | 'sort'> & TableLayout;

/** Saved views of a board: select, save and delete. */
export function ViewMenu(props: {
  board: Board;
  isReadOnly: boolean;
  view: ShownView;
  onChoose: (view: ShownView) => void;
}) {
  const { t } = useTranslation('boards');
  const { board, isReadOnly } = props;
  const { saveView, removeView } = useBoardChanges();
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="sm" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {t('view.saved')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {board.views.length === 0 && <Menu.Label>{t('view.none')}</Menu.Label>}
          {board.views.map((view) => (
            <Menu.Item key={view._id} onClick={() => props.onChoose(view)}>
              <bdi>{view.name}</bdi>
            </Menu.Item>
          ))}
          {!isReadOnly && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNaming(true)}>
                {t('view.save')}
              </Menu.Item>
              {board.views.map((view) => (
                <Menu.Item
                  key={view._id}
                  color="red"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() =>
                    removeView.mutate(
                      { id: view._id },
                      {
                        onSuccess: () => toast(t('removed', { name: view.name })),
                        onError: (error) => toastError(failureText(error)),
                      },
                    )
                  }
                >
                  {t('remove')}: <bdi>{view.name}</bdi>
                </Menu.Item>
              ))}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog
          title={t('view.save')}
          name=""
          submit={t('save')}
          onSave={(name) => saveView.mutateAsync({ id: board._id, name, ...props.view })}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
