import { Button, CopyButton, Group, Select, Skeleton, Stack, TextInput } from '@mantine/core';
import { type CalendarFeed, FEED_KINDS } from '@switchyard/contracts/shares/operations';
import { IconCalendarShare } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toast, toastError } from '../../../components/toasts.ts';
import { boardsQuery, choicesOf } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import classes from '../components/boards.module.css';
import '../texts.ts';

const { boards, shares } = apiQuery;

function useFeedChanges() {
  return {
    make: useMutation(shares.makeFeed.mutationOptions()),
    remove: useMutation(shares.removeFeed.mutationOptions()),
  };
}

/** `/account-calendar`: my secret addresses for calendar apps. */
export function FeedsPage() {
  const { t } = useTranslation('boards');
  const { supportMode: isReadOnly } = useMe();
  const found = useQuery(shares.feeds.queryOptions({ input: { limit: 100 } }));
  return (
    <PageFrame widthPx={720}>
      <PageHeader title={t('feeds.title')} />
      <Hint>{t('feeds.lead')}</Hint>
      {!isReadOnly && <NewFeed />}
      {found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <Skeleton height={160} radius="md" />
      ) : found.data.total === 0 ? (
        <EmptyState icon={IconCalendarShare} title={t('feeds.none')} text={t('feeds.lead')} />
      ) : (
        <ul className={classes.history}>
          {found.data.data.map((feed) => (
            <li key={feed._id}>
              <FeedRow feed={feed} isReadOnly={isReadOnly} />
            </li>
          ))}
        </ul>
      )}
    </PageFrame>
  );
}

function FeedRow({ feed, isReadOnly }: { feed: CalendarFeed; isReadOnly: boolean }) {
  const { t } = useTranslation('boards');
  const { remove } = useFeedChanges();
  const name = feed.name ?? t(`feeds.${feed.kind}`);
  return (
    <Card as="article" className={classes.message ?? ''}>
      <div className={classes.cardHead}>
        <bdi>{name}</bdi>
        {!isReadOnly && (
          <Button
            variant="light"
            color="red"
            size="sm"
            aria-label={`${t('feeds.revoke')}: ${name}`}
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(
                { id: feed._id },
                {
                  onSuccess: () => toast(t('feeds.revoked')),
                  onError: (error) => toastError(failureText(error)),
                },
              )
            }
          >
            {t('feeds.revoke')}
          </Button>
        )}
      </div>
      <Hint size="xs">
        {feed.readAt ? (
          <>
            {t('feeds.read')} <RelativeTime at={feed.readAt} />
          </>
        ) : (
          t('feeds.neverRead')
        )}
      </Hint>
    </Card>
  );
}

function NewFeed() {
  const { t } = useTranslation('boards');
  const { make } = useFeedChanges();
  const [kind, setKind] = useState<CalendarFeed['kind']>('work');
  const [boardId, setBoardId] = useState<string | null>(null);
  const [viewId, setViewId] = useState<string | null>(null);
  const listed = useQuery({ ...boardsQuery, enabled: kind === 'view' });
  const board = useQuery(
    boards.read.queryOptions({ input: { id: boardId ?? '' }, enabled: kind === 'view' && boardId !== null }),
  );
  const views = board.data?.views ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate({ kind, viewId: kind === 'view' ? viewId : null });
  };
  const address = make.data && `${window.location.origin}/api/calendar-feeds/${make.data.token}.ics`;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group align="flex-end">
          <Select
            label={t('feeds.what')}
            data={FEED_KINDS.map((value) => ({ value, label: t(`feeds.${value}`) }))}
            value={kind}
            allowDeselect={false}
            onChange={(chosen) => setKind(FEED_KINDS.find((kind) => kind === chosen) ?? 'work')}
          />
          {kind === 'view' && (
            <>
              <Select
                label={t('feeds.board')}
                data={choicesOf(listed.data?.data)}
                value={boardId}
                searchable
                onChange={(id) => {
                  setBoardId(id);
                  setViewId(null);
                }}
              />
              <Select
                label={t('feeds.viewLabel')}
                data={choicesOf(views)}
                value={viewId}
                description={board.data && views.length === 0 ? t('feeds.noViews') : undefined}
                onChange={setViewId}
              />
            </>
          )}
          <Button type="submit" loading={make.isPending} disabled={kind === 'view' && viewId === null}>
            {t('feeds.add')}
          </Button>
        </Group>
        {make.error && <Notice tone="error">{failureText(make.error)}</Notice>}
        {address && (
          <Group align="flex-end" wrap="nowrap">
            <TextInput
              flex={1}
              label={t('feeds.address')}
              description={t('feeds.once')}
              value={address}
              readOnly
              dir="ltr"
              onFocus={(event) => event.target.select()}
            />
            <CopyButton value={address}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {t(copied ? 'feeds.copied' : 'feeds.copy')}
                </Button>
              )}
            </CopyButton>
          </Group>
        )}
      </Stack>
    </form>
  );
}
