import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconBell, IconBellCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { notificationsPage, PAGE_SIZE, useLiveNotifications } from '../api/notifications.ts';
import '../texts.ts';
import classes from './notification-item.module.css';
import { NotificationItem } from './notification-item.tsx';

export interface NotificationsSearch {
  page?: number;
  unread?: boolean;
}

/** `/notifications-drawer`: all of the user's notifications, newest first. */
export function NotificationsPage({
  search,
  onSearch,
}: {
  search: NotificationsSearch;
  onSearch: (next: NotificationsSearch) => void;
}) {
  const { t } = useTranslation('notifications');
  const me = useMe();
  const { page = 0, unread = false } = search;
  const list = useQuery(notificationsPage(page, unread));
  const mark = useMutation(apiQuery.notifications.mark.mutationOptions());
  useLiveNotifications();
  const { data } = list;
  const markAll = () => mark.mutate({ ids: 'all', isRead: true });
  return (
    <PageFrame widthPx={760}>
      <PageHeader
        title={t('title')}
        count={data?.total}
        actions={
          <>
            {!me.supportMode && (
              <Button variant="default" disabled={!data?.unread} loading={mark.isPending} onClick={markAll}>
                {t('markAll')}
              </Button>
            )}
            <ButtonLink to="/account-notification" variant="default">
              {t('choose')}
            </ButtonLink>
          </>
        }
      />
      <SegmentedControl
        aria-label={t('filter.label')}
        value={unread ? 'unread' : 'all'}
        data={[
          { value: 'all', label: t('filter.all') },
          { value: 'unread', label: t('filter.unread') },
        ]}
        onChange={(value) => onSearch(value === 'unread' ? { unread: true } : {})}
        style={{ alignSelf: 'start' }}
      />
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={320} radius="md" />}
      {data?.data.length === 0 &&
        (unread ? (
          <EmptyState icon={IconBellCheck} title={t('noneUnread.title')} text={t('noneUnread.text')} />
        ) : (
          <EmptyState icon={IconBell} title={t('empty.title')} text={t('empty.text')} />
        ))}
      {data && data.data.length > 0 && (
        <Card as="ul" style={{ padding: 0 }} className={classes.list} aria-label={t('title')}>
          {data.data.map((notification) => (
            <NotificationItem key={notification._id} of={notification} />
          ))}
        </Card>
      )}
      {data && data.total > PAGE_SIZE && (
        <Pages
          page={page}
          size={PAGE_SIZE}
          total={data.total}
          isLoading={list.isFetching}
          onPage={(next) => onSearch({ ...search, page: next })}
        />
      )}
    </PageFrame>
  );
}
