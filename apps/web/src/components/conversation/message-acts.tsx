import { ActionIcon, Button, Group, Menu, Modal, Textarea } from '@mantine/core';
import { DELETE_WINDOW_MS, EDIT_WINDOW_MS } from '@switchyard/contracts/chats/act-kinds';
import type { ChatAct, ChatActRequest, Thread } from '@switchyard/contracts/chats/operations';
import { IconCopy, IconDots, IconPencil, IconStar, IconStarOff, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { translateText } from '../../lib/api/translate-text.ts';
import { serverNowMs } from '../../lib/clock/server-clock.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { failureText } from '../failure-text.ts';
import { toast } from '../toasts.ts';
import type { ConversationEntry } from './entry.ts';
import classes from './message-acts.module.css';
import './texts.ts';
import { useActs } from './use-acts.ts';

/** WhatsApp's own six. */
const EMOJI = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

type Kind = ChatAct['kind'];

/** Whether an act can be asked for: by what the engine can do, whose message it is, and how old. */
export function canAct(entry: ConversationEntry, kind: Kind, { acts }: Thread['abilities']): boolean {
  const { message, outgoing } = entry;
  if (!acts.includes(kind) || outgoing !== null || message.isDeleted || message.waMessageId === '') return false;
  const ageMs = serverNowMs() - Date.parse(message.at);
  if (kind === 'edit') {
    return message.fromMe && message.kind === 'text' && message.media === null && ageMs < EDIT_WINDOW_MS;
  }
  return kind !== 'delete' || (message.fromMe && ageMs < DELETE_WINDOW_MS);
}

/** What can be done with a message that is in the chat. */
export function MessageMenu(props: {
  entry: ConversationEntry;
  abilities: Thread['abilities'];
  onAct: (act: ChatActRequest) => void;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { entry, abilities, onAct } = props;
  const { message } = entry;
  const { waMessageId } = message;
  const { t } = useTranslation('conversation');
  const can = (kind: Kind) => canAct(entry, kind, abilities);
  const mine = message.reactions.find(({ isMine }) => isMine)?.emoji;
  const copy = async () => {
    await navigator.clipboard.writeText(message.text);
    toast(t('acts.copied'));
  };
  if (message.isDeleted) return null;
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={t('acts.menu')} title={t('acts.menu')}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can('react') && (
          <div className={classes.emoji}>
            {EMOJI.map((emoji) => (
              <Menu.Item
                key={emoji}
                className={classes.one ?? ''}
                data-mine={emoji === mine || undefined}
                aria-label={t(emoji === mine ? 'acts.unreact' : 'acts.react', { emoji })}
                onClick={() => onAct({ kind: 'react', waMessageId, emoji: emoji === mine ? '' : emoji })}
              >
                {emoji}
              </Menu.Item>
            ))}
          </div>
        )}
        {message.text !== '' && (
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
            {t('acts.copy')}
          </Menu.Item>
        )}
        {can('star') && (
          <Menu.Item
            leftSection={message.isStarred ? <IconStarOff size={16} /> : <IconStar size={16} />}
            onClick={() => onAct({ kind: 'star', waMessageId, isStarred: !message.isStarred })}
          >
            {t(message.isStarred ? 'acts.unstar' : 'acts.star')}
          </Menu.Item>
        )}
        {can('edit') && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={props.onEdit}>
            {t('acts.edit')}
          </Menu.Item>
        )}
        {can('delete') && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={props.onDelete}>
            {t('acts.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What was asked of a message or chat and is not done: under way, or why it came to nothing. */
export function ActsUnderWay(props: {
  acts: readonly ChatAct[];
  isReadOnly: boolean;
  onRetry: (act: ChatAct) => void;
  onDismiss: (act: ChatAct) => void;
}) {
  const { acts, isReadOnly, onRetry, onDismiss } = props;
  const { t } = useTranslation('conversation');
  return acts.map((act) => (
    <div key={act._id} className={classes.act} role="status" data-state={act.state}>
      {act.state === 'pending' && t(`acts.pending.${act.kind}`)}
      {act.state === 'failed' && <bdi>{t('acts.failed', { why: translateText(act.reason ?? '') })}</bdi>}
      {act.state === 'unknown' && t('acts.unknown')}
      {act.state !== 'pending' && !isReadOnly && (
        <>
          <Button size="compact-xs" variant="default" onClick={() => onRetry(act)}>
            {t('acts.retry')}
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onDismiss(act)}>
            {t('acts.dismiss')}
          </Button>
        </>
      )}
    </div>
  ));
}

/** The same act of a message once more. */
export function againOf({ kind, text, isOn }: ChatAct, waMessageId: string): ChatActRequest | null {
  switch (kind) {
    case 'react':
      return { kind, waMessageId, emoji: text ?? '' };
    case 'edit':
      return { kind, waMessageId, text: text ?? '' };
    case 'delete':
      return { kind, waMessageId };
    case 'star':
      return { kind, waMessageId, isStarred: isOn };
    default:
      return null;
  }
}

/** Other words for a message that was sent. */
export function EditDialog({ entry, of, onClose }: DialogProps) {
  const { t } = useTranslation('conversation');
  const { act } = useActs(of);
  const { waMessageId, text: before } = entry.message;
  const [text, setText] = useState(before);
  const words = text.trim();
  const isSame = words === '' || words === before;
  const save = () => {
    if (isSame || act.isPending) return;
    act.mutate({ kind: 'edit', waMessageId, text: words }, { onSuccess: onClose });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save();
  };
  return (
    <Modal opened onClose={onClose} title={t('acts.editTitle')}>
      <Textarea
        data-autofocus
        aria-label={t('composer.text')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        error={act.isError ? failureText(act.error) : undefined}
        autosize
        minRows={2}
        maxRows={10}
        dir="auto"
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('acts.cancel')}
        </Button>
        <Button onClick={save} disabled={isSame} loading={act.isPending}>
          {t('acts.save')}
        </Button>
      </Group>
    </Modal>
  );
}

/** Asks before a message is taken from everyone. */
export function DeleteDialog({ entry, of, onClose }: DialogProps) {
  const { t } = useTranslation('conversation');
  const { act } = useActs(of);
  const { waMessageId } = entry.message;
  return (
    <ConfirmDialog
      isOpen
      title={t('acts.deleteTitle')}
      confirm={t('acts.delete')}
      isRunning={act.isPending}
      error={act.isError ? failureText(act.error) : undefined}
      onConfirm={() => act.mutate({ kind: 'delete', waMessageId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('acts.deleteText')}
    </ConfirmDialog>
  );
}

interface DialogProps {
  entry: ConversationEntry;
  of: { engineId: string; chat: string };
  onClose: () => void;
}
