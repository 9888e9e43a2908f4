import { ActionIcon, Button, FileButton, Menu, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { toast, toastError } from '../../../components/toasts.ts';
import { saveAs } from '../../../lib/files/stored-file.ts';
import '../texts.ts';
import { parseFlow, serialiseFlow } from './clipboard.ts';
import type { FlowStore } from './flow-store.ts';
import type { SaveState } from './use-autosave.ts';

/** The draft's save state, undo and redo. */
export function SaveControls({ store, saveState }: { store: FlowStore; saveState: SaveState }) {
  const { t } = useTranslation('bots');
  const past = useStore(store.temporal, ({ pastStates }) => pastStates.length);
  const future = useStore(store.temporal, ({ futureStates }) => futureStates.length);
  const { undo, redo } = store.temporal.getState();
  return (
    <>
      <Text size="sm" c={saveState === 'failed' || saveState === 'conflict' ? 'red' : 'dimmed'} role="status">
        {t(`builder.save.${saveState}`)}
      </Text>
      {saveState === 'conflict' && (
        <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
          {t('builder.reload')}
        </Button>
      )}
      <ActionIcon.Group>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('builder.undo')}
          disabled={past === 0}
          onClick={() => undo()}
        >
          <IconArrowBackUp size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('builder.redo')}
          disabled={future === 0}
          onClick={() => redo()}
        >
          <IconArrowForwardUp size={18} />
        </ActionIcon>
      </ActionIcon.Group>
    </>
  );
}

/** Export and import. */
export function FlowMenu({ store, name }: { store: FlowStore; name: string }) {
  const { t } = useTranslation('bots');
  const exportFlow = () => {
    const flow = new Blob([serialiseFlow(store.getState())], { type: 'application/json' });
    saveAs(flow, `${name.replace(/[^\p{L}\p{N} _-]/gu, '') || 'bot'}.json`);
  };
  const importFlow = async (file: File | null) => {
    const flow = file ? parseFlow(await file.text()) : null;
    if (!flow) {
      if (file) toastError(t('builder.notAFlow'));
      return;
    }
    store.getState().replace(flow);
    toast(t('builder.imported'));
  };
  return (
    <FileButton accept="application/json,.json" onChange={(file) => void importFlow(file)}>
      {({ onClick }) => (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={t('builder.more')}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={exportFlow}>{t('builder.export')}</Menu.Item>
            <Menu.Item onClick={onClick}>{t('builder.import')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </FileButton>
  );
}
