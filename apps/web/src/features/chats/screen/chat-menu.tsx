import { ActionIcon, Menu } from '@mantine/core';
import type { ChatActKind } from '@switchyard/contracts/chats/act-kinds';
import type { Chat, ChatActRequest } from '@switchyard/contracts/chats/operations';
import {
  IconArchive,
  IconArchiveOff,
  IconBell,
  IconBellOff,
  IconDots,
  IconMail,
  IconMailOpened,
  IconPin,
  IconPinnedOff,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActs } from '../../../components/conversation/use-acts.ts';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';
import '../texts.ts';
import classes from './chat-page.module.css';

const isMuted = ({ mutedUntil }: Pick<Chat, 'mutedUntil'>): boolean =>
  mutedUntil !== null && Date.parse(mutedUntil) > serverNowMs();

/** What its owner has set for a chat on the phone. */
export function ChatMarks({ chat }: { chat: Chat }) {
  const { t } = useTranslation('chats');
  return (
    <>
      {isMuted(chat) && <IconBellOff size={14} role="img" aria-label={t('settings.muted')} />}
      {chat.isArchived && <IconArchive size={14} role="img" aria-label={t('settings.archived')} />}
      {chat.isPinned && <IconPin size={14} role="img" aria-label={t('settings.pinned')} />}
    </>
  );
}

/** What can be set for a chat, as far as its engine can. What is asked for shows once the phone has it. */
export function ChatMenu({ engineId, chat, acts }: { engineId: string; chat: Chat; acts: readonly ChatActKind[] }) {
  const { t } = useTranslation('chats');
  const { ask } = useActs({ engineId, chat: chat.chat });
  const item = (kind: ChatActKind, label: string, icon: ReactNode, act: ChatActRequest) =>
    acts.includes(kind) && (
      <Menu.Item key={label} leftSection={icon} onClick={() => ask(act)}>
        {label}
      </Menu.Item>
    );
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon
          className={classes.menu ?? ''}
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('settings.menu', { name: chat.name ?? chat.chat })}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {chat.unread === 0
          ? item('read', t('settings.unread'), <IconMail size={16} />, { kind: 'read', isRead: false })
          : item('read', t('settings.read'), <IconMailOpened size={16} />, { kind: 'read', isRead: true })}
        {chat.isArchived
          ? item('archive', t('settings.unarchive'), <IconArchiveOff size={16} />, {
              kind: 'archive',
              isArchived: false,
            })
          : item('archive', t('settings.archive'), <IconArchive size={16} />, { kind: 'archive', isArchived: true })}
        {chat.isPinned
          ? item('pin', t('settings.unpin'), <IconPinnedOff size={16} />, { kind: 'pin', isPinned: false })
          : item('pin', t('settings.pin'), <IconPin size={16} />, { kind: 'pin', isPinned: true })}
        {isMuted(chat)
          ? item('mute', t('settings.unmute'), <IconBell size={16} />, { kind: 'mute', length: null })
          : [
              item('mute', t('settings.mute8h'), <IconBellOff size={16} />, { kind: 'mute', length: '8h' }),
              item('mute', t('settings.mute1w'), <IconBellOff size={16} />, { kind: 'mute', length: '1w' }),
              item('mute', t('settings.muteAlways'), <IconBellOff size={16} />, { kind: 'mute', length: 'always' }),
            ]}
      </Menu.Dropdown>
    </Menu>
  );
}
