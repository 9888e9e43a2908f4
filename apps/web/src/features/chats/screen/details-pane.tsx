import { Badge, CloseButton, Group, Text } from '@mantine/core';
import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { Chat } from '@switchyard/contracts/chats/operations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { threadQuery } from '../../../components/conversation/thread-query.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { ChatTasks } from '../../../components/tasks/chat-tasks.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { ChatPicture } from '../components/chat-picture.tsx';
import { GroupMembers } from '../components/group-members.tsx';
import '../texts.ts';
import classes from './chat-page.module.css';

/** What the workspace knows about a chat's contact, and the messages scheduled for it. */
export function DetailsPane(props: {
  engineId: string;
  chat: Pick<Chat, 'chat' | 'name' | 'pictureFileId'>;
  onClose: () => void;
}) {
  const { engineId, chat } = props;
  const { t } = useTranslation('chats');
  return (
    <section className={classes.details} aria-label={t('screen.details')}>
      <Group justify="space-between" wrap="nowrap">
        <Heading order={2} size="h4">
          {t('screen.details')}
        </Heading>
        <CloseButton aria-label={t('screen.back')} onClick={props.onClose} />
      </Group>
      <ChatPicture engineId={engineId} chat={chat} />
      {isGroupId(chat.chat) ? (
        <GroupMembers engineId={engineId} chat={chat.chat} name={chat.name ?? chat.chat} />
      ) : (
        <Contact mobile={chat.chat} />
      )}
      <ChatTasks engineId={engineId} chat={chat.chat} />
      <Scheduled engineId={engineId} chat={chat.chat} />
    </section>
  );
}

function Contact({ mobile }: { mobile: string }) {
  const { t } = useTranslation('chats');
  const found = useQuery(apiQuery.contacts.list.queryOptions({ input: { search: mobile, limit: 20 } }));
  if (!found.data) return null;
  const contact = found.data.data.find((contact) => contact.mobile === mobile);
  return (
    <section aria-label={t('screen.contact')}>
      <Heading order={3} size="h5">
        {t('screen.contact')}
      </Heading>
      <Text size="sm">
        <bdi>{contact?.name ?? t('screen.noContact')}</bdi>
      </Text>
      <Hint size="xs">
        <bdi>{mobile}</bdi>
      </Hint>
      {contact && (
        <>
          <Group gap={4} my={6} aria-label={t('screen.labels')} role="group">
            {contact.labels.map(({ _id, name }) => (
              <Badge key={_id} size="sm" variant="light">
                <bdi>{name}</bdi>
              </Badge>
            ))}
            {contact.labels.length === 0 && <Hint size="xs">{t('screen.noLabels')}</Hint>}
          </Group>
          <Hint size="xs">
            {contact.consent ? (
              <>
                {t('screen.consent')}: <bdi>{contact.consent.source}</bdi>, <RelativeTime at={contact.consent.at} />
              </>
            ) : (
              t('screen.noConsent')
            )}
          </Hint>
          <AnchorLink to="/contacts" search={{ search: mobile }} size="sm">
            {t('screen.toContact')}
          </AnchorLink>
        </>
      )}
    </section>
  );
}

function Scheduled({ engineId, chat }: { engineId: string; chat: string }) {
  const { t } = useTranslation('chats');
  const { data } = useQuery(threadQuery(useQueryClient(), { engineId, chat, place: null }));
  if (!data) return null;
  const waiting = (data.outgoing ?? []).filter(({ status }) => status === 'pending');
  return (
    <section aria-label={t('screen.scheduled')}>
      <Heading order={3} size="h5">
        {t('screen.scheduled')}
      </Heading>
      {waiting.length === 0 && <Hint size="xs">{t('screen.noneScheduled')}</Hint>}
      <ul className={classes.scheduled}>
        {waiting.map(({ _id, message, dueDate }) => (
          <li key={_id}>
            <Text size="sm" lineClamp={2}>
              <bdi>{message}</bdi>
            </Text>
            <Hint size="xs">
              <RelativeTime at={dueDate} exact />
            </Hint>
          </li>
        ))}
      </ul>
    </section>
  );
}
