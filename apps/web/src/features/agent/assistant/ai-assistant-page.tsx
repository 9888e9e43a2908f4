import { useState } from 'react';
import { PageFrame } from '../../../components/page-frame.tsx';
import { ChatPane } from '../chat/chat-pane.tsx';
import { useChat } from '../chat/use-chat.ts';
import '../texts.ts';
import classes from './assistant.module.css';
import { AssistantHeader } from './assistant-header.tsx';
import { ConversationList } from './conversation-list.tsx';
import { DataSettings } from './data-settings.tsx';
import { LanguageSettings } from './language-settings.tsx';
import { ModelSettings } from './model-settings.tsx';
import { PermissionSettings } from './permission-settings.tsx';
import { Suggestions } from './suggestions.tsx';

/** Search parameters of /ai-assistant. */
export interface AssistantSearch {
  /** Id of the open conversation; omitted: the newest. */
  conversation?: string;
  tab?: 'settings';
}

/** The assistant's own screen: all conversations, suggestions, and settings. */
export function AiAssistantPage({
  search,
  onSearch,
}: {
  search: AssistantSearch;
  onSearch: (search: AssistantSearch) => void;
}) {
  const [text, setText] = useState('');
  const chat = useChat(search.conversation ?? null);
  const open = (conversation: string | undefined) => onSearch(conversation ? { conversation } : {});
  return (
    <PageFrame isFilling>
      <AssistantHeader current={search.tab ?? 'conversations'} chat={chat} isBusy={chat.isPending} onCreated={open} />
      {search.tab === 'settings' ? (
        <div className={classes.settings}>
          <LanguageSettings />
          <DataSettings />
          <ModelSettings />
          <PermissionSettings />
        </div>
      ) : (
        <div className={classes.layout}>
          <ConversationList current={chat.id} onOpen={open} />
          <div className={classes.chat}>
            {chat.messages.length === 0 && !chat.isPending && <Suggestions onAsk={chat.send} />}
            <ChatPane chat={chat} text={text} onText={setText} />
          </div>
        </div>
      )}
    </PageFrame>
  );
}
