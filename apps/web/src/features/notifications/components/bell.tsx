import { ActionIcon, Popover, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { latestNotifications, useLiveNotifications } from '../api/notifications.ts';
import '../texts.ts';
import classes from './bell.module.css';
import itemClasses from './notification-item.module.css';
import { NotificationItem } from './notification-item.tsx';

const MAX_SHOWN = 99;

/** The top bar's bell: the unread count and the latest notifications. */
export default function Bell() {
  const { t } = useTranslation('notifications');
  const [isOpen, setIsOpen] = useState(false);
  const me = useMe();
  const latest = useQuery(latestNotifications);
  const mark = useMutation(apiQuery.notifications.mark.mutationOptions());
  useLiveNotifications();
  const unread = latest.data?.unread ?? 0;
  const name = unread > 0 ? t('bellUnread', { count: unread }) : t('bell');
  const close = () => setIsOpen(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={380} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={name}
          className={classes.bell ?? ''}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconBell size={20} stroke={1.6} />
          {unread > 0 && (
            <span className={classes.count} aria-hidden>
              {unread > MAX_SHOWN ? t('many') : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('title')} className={classes.dropdown ?? ''}>
        <div className={classes.head}>
          <Text fw={600} size="sm">
            {t('title')}
          </Text>
          {unread > 0 && !me.supportMode && (
            <UnstyledButton className={classes.markAll ?? ''} onClick={() => mark.mutate({ ids: 'all', isRead: true })}>
              {t('markAll')}
            </UnstyledButton>
          )}
        </div>
        <div className={classes.latest}>
          {latest.isPending && <Skeleton height={72} m={12} />}
          {latest.isError && <ErrorState error={latest.error} onRetry={() => void latest.refetch()} />}
          {latest.data?.data.length === 0 && <Hint p="md">{t('empty.text')}</Hint>}
          <ul className={itemClasses.list}>
            {latest.data?.data.map((notification) => (
              <NotificationItem key={notification._id} of={notification} onFollow={close} />
            ))}
          </ul>
        </div>
        <div className={classes.foot}>
          <AnchorLink to="/notifications-drawer" size="sm" onClick={close}>
            {t('all')}
          </AnchorLink>
          <AnchorLink to="/account-notification" size="sm" onClick={close}>
            {t('choose')}
          </AnchorLink>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
