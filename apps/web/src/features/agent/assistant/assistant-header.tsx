import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header.tsx';
import { TabLink, TabLinks } from '../../../components/tab-links.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import type { useChat } from '../chat/use-chat.ts';
import '../texts.ts';

/**
 * Links to the assistant's two screens and its settings, which keep the conversation open; and a button for a new one.
 */
export function AssistantHeader(props: {
  current: 'conversations' | 'capabilities' | 'settings';
  chat: Pick<ReturnType<typeof useChat>, 'id' | 'begin'>;
  /** No conversation can be started now. */
  isBusy: boolean;
  onCreated: ((conversation: string) => void) | undefined;
}) {
  const { t } = useTranslation('agent');
  const { supportMode } = useMe();
  const { current, chat } = props;
  const search = chat.id ? { conversation: chat.id } : {};
  return (
    <>
      <PageHeader
        title={t('assistant.title')}
        actions={
          !supportMode && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={props.isBusy}
              onClick={() => void chat.begin().then(props.onCreated)}
            >
              {t('newChat')}
            </Button>
          )
        }
      />
      <TabLinks label={t('assistant.tabs')}>
        <TabLink to="/ai-assistant" search={search} isCurrent={current === 'conversations'}>
          {t('assistant.conversations')}
        </TabLink>
        <TabLink to="/btgpt" search={search} isCurrent={current === 'capabilities'}>
          {t('capabilities.title')}
        </TabLink>
        <TabLink to="/ai-assistant" search={{ ...search, tab: 'settings' }} isCurrent={current === 'settings'}>
          {t('assistant.settings')}
        </TabLink>
      </TabLinks>
    </>
  );
}
