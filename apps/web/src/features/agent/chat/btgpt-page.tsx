import { useState } from 'react';
import { PageFrame } from '../../../components/page-frame.tsx';
import { AssistantHeader } from '../assistant/assistant-header.tsx';
import '../texts.ts';
import { Capabilities } from './capabilities.tsx';
import classes from './chat.module.css';
import { ChatPane } from './chat-pane.tsx';
import { useChat } from './use-chat.ts';

/** Spec 002 section 2: the capabilities beside the chat. */
export function BtgptPage(props: {
  /** Id of the open conversation; omitted: the newest. */
  conversation?: string | undefined;
  onOpen?: (conversation: string) => void;
}) {
  const [text, setText] = useState('');
  const chat = useChat(props.conversation ?? null);
  const choose = (request: string) => {
    setText(request);
    document.querySelector<HTMLTextAreaElement>('textarea[data-autofocus]')?.focus();
  };
  return (
    <PageFrame isFilling>
      <AssistantHeader
        current="capabilities"
        chat={chat}
        isBusy={chat.isPending || chat.messages.length === 0}
        onCreated={props.onOpen}
      />
      <div className={classes.layout}>
        <Capabilities onChoose={choose} />
        <ChatPane chat={chat} text={text} onText={setText} />
      </div>
    </PageFrame>
  );
}
