import { Button, Kbd, Menu, Modal } from '@mantine/core';
import type { Macro } from '@switchyard/contracts/inbox/macros';
import type { Conversation } from '@switchyard/contracts/inbox/operations';
import { IconBolt, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { useScreenKeys } from '../../../components/keys/screen-key.ts';
import { toast, toastError } from '../../../components/toasts.ts';
import { macros, useInboxChanges } from '../api/inbox.ts';
import { MacroSettings } from './macro-settings.tsx';

/** Macros with a keyboard shortcut. */
const MAX_SHORTCUTS = 9;

/** Runs several actions at once: from a menu (M), the first nine by their number. */
export function Macros({ conversation, onInsert }: { conversation: Conversation; onInsert: (text: string) => void }) {
  const { t } = useTranslation('inbox');
  const [isOpen, setOpen] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const known = useQuery(macros()).data?.data ?? [];
  const { runMacro } = useInboxChanges();
  const run = ({ _id: macroId, name }: Macro) => {
    if (runMacro.isPending) return;
    setOpen(false);
    const { _id: id, version } = conversation;
    runMacro.mutate(
      { id, version, macroId },
      {
        onError: (error) => toastError(failureText(error)),
        onSuccess: ({ text }) => {
          toast(t('macros.done', { name }));
          if (text !== null) onInsert(text);
        },
      },
    );
  };
  useScreenKeys([
    { keys: ['M'], press: () => setOpen(true) },
    ...known.slice(0, MAX_SHORTCUTS).map((macro, index) => ({ keys: [String(index + 1)], press: () => run(macro) })),
  ]);
  return (
    <>
      <Menu opened={isOpen} onChange={setOpen} position="top-end" withinPortal>
        <Menu.Target>
          <Button size="compact-xs" variant="subtle" leftSection={<IconBolt size={14} aria-hidden />}>
            {t('macros.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {known.map((macro, place) => (
            <Menu.Item
              key={macro._id}
              onClick={() => run(macro)}
              rightSection={place < MAX_SHORTCUTS ? <Kbd size="xs">{place + 1}</Kbd> : undefined}
            >
              <bdi>{macro.name}</bdi>
            </Menu.Item>
          ))}
          {known.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconSettings size={14} aria-hidden />} onClick={() => setEditing(true)}>
            {t('macros.manage')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isEditing} onClose={() => setEditing(false)} title={t('macros.title')} size="lg">
        <MacroSettings macros={known} />
      </Modal>
    </>
  );
}
