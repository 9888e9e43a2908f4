import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { AssistantTabs } from '../assistant/assistant-tabs.tsx';
import '../texts.ts';
import { Capabilities } from './capabilities.tsx';
import classes from './chat.module.css';
import { ChatPane } from './chat-pane.tsx';
import { useChat } from './use-chat.ts';

/** Spec 002 section 2: the capabilities beside the chat. */
export function BtgptPage(props: {
  /** Id of the conversation that is open; left out: the newest. */
  conversation?: string | undefined;
  onOpen?: (conversation: string) => void;
}) {
  const { t } = useTranslation('agent');
  const [text, setText] = useState('');
  const { supportMode } = useMe();
  const chat = useChat(props.conversation ?? null);
  const choose = (request: string) => {
    setText(request);
    document.querySelector<HTMLTextAreaElement>('textarea[data-autofocus]')?.focus();
  };
  return (
    <PageFrame isFilling>
      <PageHeader
        title={t('assistant.title')}
        actions={
          !supportMode && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={chat.isPending || chat.messages.length === 0}
              onClick={() => void chat.begin().then(props.onOpen)}
            >
              {t('newChat')}
            </Button>
          )
        }
      />
      <AssistantTabs current="capabilities" chat={chat.id} />
      <div className={classes.layout}>
        <Capabilities onChoose={choose} />
        <ChatPane chat={chat} text={text} onText={setText} />
      </div>
    </PageFrame>
  );
}
