import { Avatar, Badge, Text } from '@mantine/core';
import type { ListTotal } from '@switchyard/contracts/agent/operations';
import type { ChatResult, ContactResult, MessageResult, ProfilePicResult } from '@switchyard/contracts/agent/results';
import { IconCheck, IconChecks, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { useNow } from '../../../components/relative-time.tsx';
import { ackState } from '../../../components/status/ack-state.ts';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { formatExact } from '../../../lib/format/dates.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import '../texts.ts';
import { ResultList } from './result-list.tsx';
import classes from './results.module.css';
import { shownTime } from './shown-time.ts';

interface ListResult<Row> {
  rows: readonly Row[];
  total: ListTotal | undefined;
}

/** Chats in a reply. */
export function ChatsResult({ rows, total }: ListResult<ChatResult>) {
  const { t } = useTranslation('agent');
  return (
    <ResultList label={t('chats.label')} empty={t('chats.empty')} total={total} isEmpty={rows.length === 0}>
      <ul className={classes.rows}>
        {rows.map((chat) => (
          <li key={`${chat.engineId} ${chat._serialized}`} className={classes.row}>
            <div className={classes.main}>
              <Text size="sm" fw={600}>
                <bdi>{chat.name ?? chat._serialized.replace(/@.*/, '')}</bdi>
              </Text>
              <Hint lineClamp={2} dir="auto">
                {chat.lastMessage.fromMe
                  ? t('chats.mine', { text: chat.lastMessage.body || t('chats.noText') })
                  : chat.lastMessage.body || t('chats.noText')}
              </Hint>
              {chat.groupMetadata?.totalParticipants != null && (
                <Hint size="xs">{t('chats.members', { count: chat.groupMetadata.totalParticipants })}</Hint>
              )}
            </div>
            <div className={classes.side}>
              <ShownTime seconds={chat.timestamp} />
              {(chat.unreadCount ?? 0) > 0 && (
                <Badge size="sm" tt="none">
                  {t('chats.unread', { count: chat.unreadCount ?? 0 })}
                </Badge>
              )}
            </div>
          </li>
        ))}
      </ul>
    </ResultList>
  );
}

/** Contacts in a reply. */
export function ContactsResult({ rows, total }: ListResult<ContactResult>) {
  const { t } = useTranslation('agent');
  return (
    <ResultList label={t('contacts.label')} empty={t('contacts.empty')} total={total} isEmpty={rows.length === 0}>
      <ul className={classes.rows}>
        {rows.map((contact) => (
          <li key={contact.id._serialized} className={classes.row}>
            <div className={classes.main}>
              <Text size="sm" fw={600}>
                <bdi>{contact.name}</bdi>
              </Text>
              {contact.pushname && contact.pushname !== contact.name && (
                <Hint size="xs">
                  <bdi>{contact.pushname}</bdi>
                </Hint>
              )}
            </div>
            <Hint>
              <bdi>{contact.number}</bdi>
            </Hint>
          </li>
        ))}
      </ul>
    </ResultList>
  );
}

const TICKS = [IconClock, IconCheck, IconChecks, IconChecks];

/** Messages of a chat in a reply; latest at the bottom, as in a chat. */
export function MessagesResult({ rows, total }: ListResult<MessageResult>) {
  const { t } = useTranslation('agent');
  return (
    <ResultList label={t('messages.label')} empty={t('messages.empty')} total={total} isEmpty={rows.length === 0}>
      <ul className={classes.rows}>
        {rows.toReversed().map((message) => (
          <li
            key={message.id._serialized}
            className={classes.bubble}
            data-mine={message.fromMe || undefined}
            dir="auto"
          >
            {message.body}
            <div className={classes.meta}>
              {message.isForwarded && <span>{t('messages.forwarded')}</span>}
              {message.isStarred && <span>{t('messages.starred')}</span>}
              {message.hasMedia && <span>{t('messages.media')}</span>}
              {message.hasQuotedMsg && <span>{t('messages.quoted')}</span>}
              {message.authorName && <bdi>{message.authorName}</bdi>}
              <ShownTime seconds={message.timestamp} />
              {message.ack !== null && <Tick ack={message.ack} />}
            </div>
          </li>
        ))}
      </ul>
    </ResultList>
  );
}

function Tick({ ack }: { ack: number }) {
  const Icon = TICKS[ack] ?? IconClock;
  const word = useStateWord('message')(ackState(ack));
  return (
    <Icon
      size={14}
      role="img"
      aria-label={word}
      title={word}
      color={ack === 3 ? 'var(--mantine-color-blue-text)' : 'currentColor'}
    />
  );
}

/** Profile pictures in a reply, three per row. */
export function PicturesResult({ rows, total }: ListResult<ProfilePicResult>) {
  const { t } = useTranslation('agent');
  return (
    <ResultList label={t('pictures.label')} empty={t('pictures.empty')} total={total} isEmpty={rows.length === 0}>
      <ul className={classes.pictures}>
        {rows.map(({ contactId, contactName, profilePic }) => (
          <li key={contactId} className={classes.picture}>
            {/* Only our own files: other addresses are not fetched. */}
            <Avatar
              src={profilePic.eurl?.startsWith('/api/files/') ? profilePic.eurl : null}
              name={contactName}
              size={72}
              alt={t('pictures.of', { name: contactName })}
            />
            <Text size="sm">
              <bdi>{contactName}</bdi>
            </Text>
            {profilePic.eurl === null ? (
              <Hint size="xs">{t('pictures.none')}</Hint>
            ) : (
              profilePic.stale && <Hint size="xs">{t('pictures.stale')}</Hint>
            )}
          </li>
        ))}
      </ul>
    </ResultList>
  );
}

function ShownTime({ seconds }: { seconds: number }) {
  const zone = useZone();
  const at = new Date(seconds * 1_000);
  return (
    <Text component="time" size="xs" c="dimmed" dateTime={at.toISOString()} title={formatExact(at, zone, true)}>
      {shownTime(at, useNow(), zone)}
    </Text>
  );
}
