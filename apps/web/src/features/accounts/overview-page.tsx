import { Skeleton, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { Hint } from '../../components/hint.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import { formatNumber, formatTotal } from '../../lib/format/numbers.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import './account-texts.ts';
import classes from './overview-page.module.css';

/** How many there are is all that is asked for. */
const COUNT = { limit: 1 };
const messagesOf = (status: string) => apiQuery.messages.list.queryOptions({ input: { ...COUNT, status } });

/** `/user-overview`: how much of everything there is, each number a way to its rows. */
export function OverviewPage() {
  const { t } = useTranslation('account');
  const me = useMe();
  const pending = useQuery(messagesOf('pending'));
  const failed = useQuery(messagesOf('failed'));
  const sent = useQuery(messagesOf('sent'));
  const engines = useQuery(apiQuery.engines.list.queryOptions({ input: COUNT }));
  const contacts = useQuery(apiQuery.contacts.list.queryOptions({ input: COUNT }));
  const people = useQuery(apiQuery.workspaces.members.queryOptions({ input: COUNT }));
  const unread = useQuery(apiQuery.notifications.list.queryOptions({ input: COUNT }));
  const link = (text: string, to: '/engines' | '/contacts' | '/user-management' | '/notifications-drawer') => (
    <AnchorLink to={to}>{text}</AnchorLink>
  );
  const messages = (text: string, status: string) => (
    <AnchorLink to="/import-messages" search={{ status }}>
      {text}
    </AnchorLink>
  );
  const ofLimit = (count: number) => t('overview.of', { count, limit: formatNumber(me.allowedEngineCount) });
  return (
    <PageFrame widthPx={880}>
      <PageHeader title={t('overview.title')} />
      <Hint>{t('overview.lead', { workspace: me.workspace.name })}</Hint>
      <ul className={classes.tiles}>
        <Tile name={messages(t('overview.tile.pending'), 'pending')} of={pending} words={formatTotal} />
        <Tile name={messages(t('overview.tile.failed'), 'failed')} of={failed} words={formatTotal} />
        <Tile name={messages(t('overview.tile.sent'), 'sent')} of={sent} words={formatTotal} />
        <Tile name={link(t('overview.tile.engines'), '/engines')} of={engines} words={({ total }) => ofLimit(total)} />
        <Tile name={link(t('overview.tile.contacts'), '/contacts')} of={contacts} words={formatTotal} />
        <Tile name={link(t('overview.tile.people'), '/user-management')} of={people} words={formatTotal} />
        <Tile
          name={link(t('overview.tile.unread'), '/notifications-drawer')}
          of={unread}
          words={(one) => formatNumber(one.unread)}
        />
      </ul>
    </PageFrame>
  );
}

/** One number: while it is read its room is held, and what could not be read is unknown, not none. */
function Tile<Answer>(props: {
  name: ReactNode;
  of: { data: Answer | undefined; isPending: boolean; error: Error | null };
  words: (answer: Answer) => string;
}) {
  const { t } = useTranslation('account');
  const { data, isPending, error } = props.of;
  return (
    <Card as="li" className={classes.tile}>
      <span className={classes.number}>
        {data !== undefined && props.words(data)}
        {data === undefined && isPending && <Skeleton height={28} width={48} />}
        {data === undefined && error && (
          <Tooltip label={error.message}>
            <span>{t('overview.unknown')}</span>
          </Tooltip>
        )}
      </span>
      <span className={classes.name}>{props.name}</span>
    </Card>
  );
}
