import { Badge, Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { groupMembers } from '../api/group-members.ts';
import '../texts.ts';
import classes from './chats.module.css';

/** Members of a group, requested from the engine on demand. */
export function GroupMembers({ engineId, chat, name }: { engineId: string; chat: string; name: string }) {
  const { t } = useTranslation('chats');
  const panel = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('members.show')}
      </Button>
      <section id={panel} hidden={!isOpen} aria-label={t('members.title', { name })} className={classes.members}>
        {isOpen && <Members engineId={engineId} chat={chat} />}
      </section>
    </>
  );
}

function Members({ engineId, chat }: { engineId: string; chat: string }) {
  const { t } = useTranslation('chats');
  const info = useQuery(groupMembers(engineId, chat));
  if (info.isPending) return <Skeleton height={120} />;
  if (info.isError) {
    return <ErrorState title={t('members.failed')} error={info.error} onRetry={() => void info.refetch()} />;
  }
  const { description, members, size } = info.data;
  return (
    <>
      {description && (
        <Text size="sm">
          <bdi>{description}</bdi>
        </Text>
      )}
      <Hint size="xs">{size === 0 ? t('members.none') : t('members.count', { count: size })}</Hint>
      {members.length < size && <Hint size="xs">{t('members.first', { count: members.length })}</Hint>}
      <ul>
        {members.map(({ number, name, isAdmin }) => (
          <li key={number}>
            <bdi>{name === null ? number : `${name} · ${number}`}</bdi>
            {isAdmin && (
              <Badge size="xs" variant="light">
                {t('members.admin')}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
