import { ActionIcon, Button, FileButton, Menu, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { toast, toastError } from '../../../components/toasts.ts';
import { saveAs } from '../../../lib/files/stored-file.ts';
import '../texts.ts';
import { readFlow } from './clipboard.ts';
import type { FlowStore } from './flow-store.ts';
import type { SaveState } from './use-autosave.ts';

/** Undo and redo, how the draft is saved, export and import, deploy. */
export function BuilderActions(props: {
  store: FlowStore;
  name: string;
  saveState: SaveState;
  canDeploy: boolean;
  onDeploy: () => void;
}) {
  const { t } = useTranslation('bots');
  const { store, saveState } = props;
  const past = useStore(store.temporal, ({ pastStates }) => pastStates.length);
  const future = useStore(store.temporal, ({ futureStates }) => futureStates.length);
  const exportFlow = () => {
    const { nodes, edges } = store.getState();
    const flow = new Blob([JSON.stringify({ format: 1, nodes, edges }, null, 2)], { type: 'application/json' });
    saveAs(flow, `${props.name.replace(/[^\p{L}\p{N} _-]/gu, '') || 'bot'}.json`);
  };
  const importFlow = async (file: File | null) => {
    const flow = file ? readFlow(await file.text()) : null;
    if (!flow) {
      if (file) toastError(t('builder.notAFlow'));
      return;
    }
    store.getState().replace(flow);
    toast(t('builder.imported'));
  };
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
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('builder.undo')}
        disabled={past === 0}
        onClick={() => store.temporal.getState().undo()}
      >
        <IconArrowBackUp size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('builder.redo')}
        disabled={future === 0}
        onClick={() => store.temporal.getState().redo()}
      >
        <IconArrowForwardUp size={18} />
      </ActionIcon>
      <FileButton accept="application/json,.json" onChange={(file) => void importFlow(file)}>
        {({ onClick }) => (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size="lg" aria-label={t('builder.more')}>
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
      <Button disabled={!props.canDeploy} onClick={props.onDeploy}>
        {t('detail.deploy')}
      </Button>
    </>
  );
}
