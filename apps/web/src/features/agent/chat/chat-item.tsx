import { Button, Loader, Text } from '@mantine/core';
import type { AgentMessage } from '@switchyard/contracts/agent/operations';
import { Component, Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toast } from '../../../components/toasts.ts';
import { ChatsResult, ContactsResult, MessagesResult, PicturesResult } from '../results/lists.tsx';
import { ScheduledResults } from '../results/scheduled-result.tsx';
import '../texts.ts';
import { type WidgetActions, WidgetView } from '../widgets/widget-view.tsx';
import classes from './chat.module.css';
import type { ReplyProgress } from './use-chat.ts';

/** One message of the conversation, with a reply's results. */
export function ChatItem({
  message,
  actions,
  progress,
  onEdit,
  onRetry,
}: {
  message: AgentMessage;
  actions: WidgetActions;
  /** Progress of the reply being made. */
  progress: ReplyProgress;
  /** For the last request only: edit it, or send it again. */
  onEdit?: ((text: string) => void) | undefined;
  onRetry?: ((text: string) => void) | undefined;
}) {
  const { t } = useTranslation('agent');
  return (
    <ChatLine
      by={message.role}
      isError={message.state === 'failed' || message.state === 'timeout'}
      mark={message.state === 'stopped' ? t('stopped') : undefined}
      {...(message.state === 'pending'
        ? progressProps(progress)
        : {
            text: message.content,
            at: message.createdAt,
            foot: <Acts message={message} onEdit={onEdit} onRetry={onRetry} />,
          })}
    >
      {message.role === 'agent' && (
        // A reply that fails to render: the third of the error texts (spec 002 section 8).
        <RenderGuard fallback={<Text size="sm">{t('error.thrown')}</Text>}>
          <Results message={message} />
          {message.widgets.map((widget, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: widgets of a reply never move
            <WidgetView key={at} widget={widget} actions={actions} />
          ))}
        </RenderGuard>
      )}
    </ChatLine>
  );
}

/** A line of the conversation. */
export function ChatLine(props: {
  by: AgentMessage['role'];
  text: string;
  /** Takes the place of the text while there is none. */
  fallback?: ReactNode;
  isError?: boolean;
  at?: string;
  mark?: string | undefined;
  foot?: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useTranslation('agent');
  return (
    <li className={classes.line} data-role={props.by} data-error={props.isError || undefined}>
      <span className={classes.who}>{props.by === 'user' ? t('you') : t('agent')}</span>
      {props.text ? (
        <div className={classes.said} dir="auto" {...(props.isError ? { role: 'alert' } : {})}>
          {props.text}
        </div>
      ) : (
        props.fallback
      )}
      {props.children}
      <div className={classes.foot}>
        {props.mark && <span>{props.mark}</span>}
        {props.at && <RelativeTime at={props.at} />}
        {props.foot}
      </div>
    </li>
  );
}

function Acts({ message, onEdit, onRetry }: Pick<Parameters<typeof ChatItem>[0], 'message' | 'onEdit' | 'onRetry'>) {
  const { t } = useTranslation('agent');
  const copy = () => void navigator.clipboard.writeText(message.content).then(() => toast(t('copied')));
  return (
    <>
      {message.content && (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={copy}>
          {t('copy')}
        </Button>
      )}
      {onEdit && (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => onEdit(message.content)}>
          {t('edit')}
        </Button>
      )}
      {onRetry && (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => onRetry(message.content)}>
          {t('again')}
        </Button>
      )}
    </>
  );
}

/** Placeholder for a requested reply that the server has not reported on yet. */
export const PendingReply = ({ progress }: { progress: ReplyProgress }) => (
  <ChatLine by="agent" {...progressProps(progress)} />
);

/**
 * "Thinking..." takes the place of the text, and moves below it once there is some: nothing shifts when the reply is
 * finished.
 */
function progressProps({ text, step }: ReplyProgress) {
  const thinking = <Thinking step={step} />;
  return text === '' ? { text, fallback: thinking } : { text, foot: thinking };
}

/** Shown while a reply is pending (spec 002 section 2), with the current step. */
function Thinking({ step }: { step: string | null }) {
  const { t } = useTranslation('agent');
  return (
    <div className={classes.thinking} role="status">
      <Loader size={14} aria-hidden /> {t('thinking')}
      {step && (
        <Text span size="xs" c="dimmed">
          {step}
        </Text>
      )}
    </div>
  );
}

/** Tool results. New ones appear below those already on screen. */
function Results({ message: { toolResults, totals } }: { message: AgentMessage }) {
  const { get_chats, get_contacts, get_messages, get_scheduled_messages, get_profile_pic } = toolResults;
  const widgets = {
    get_chats: get_chats && <ChatsResult rows={get_chats} total={totals.get_chats} />,
    get_contacts: get_contacts && <ContactsResult rows={get_contacts} total={totals.get_contacts} />,
    get_messages: get_messages && <MessagesResult rows={get_messages} total={totals.get_messages} />,
    get_scheduled_messages: get_scheduled_messages && (
      <ScheduledResults rows={get_scheduled_messages} total={totals.get_scheduled_messages} />
    ),
    get_profile_pic: get_profile_pic && <PicturesResult rows={get_profile_pic} total={totals.get_profile_pic} />,
  };
  const found = Object.entries(widgets).flatMap(([name, result]) => (result ? [name as keyof typeof widgets] : []));
  const [places, setPlaces] = useState(found);
  const added = found.filter((name) => !places.includes(name));
  if (added.length > 0) setPlaces([...places, ...added]);
  return places.map((name) => <Fragment key={name}>{widgets[name]}</Fragment>);
}

/** Renders `fallback` when its children fail to render. */
class RenderGuard extends Component<{ fallback: ReactNode; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };
  static getDerivedStateFromError() {
    return { isBroken: true };
  }
  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}
