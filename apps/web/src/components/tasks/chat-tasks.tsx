import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../../lib/api/client.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { useLiveEvents } from '../../lib/live/live-provider.tsx';
import { ErrorState } from '../error-state.tsx';
import { Heading } from '../heading.tsx';
import { Hint } from '../hint.tsx';
import { AnchorLink } from '../links.tsx';
import classes from './tasks.module.css';
import './texts.ts';

const MAX_SHOWN = 20;

/** The items made from messages of a chat, on whichever board they are. */
export function ChatTasks({ engineId, chat }: { engineId: string; chat: string }) {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  const found = useQuery(apiQuery.boards.ofChat.queryOptions({ input: { engineId, chat, limit: MAX_SHOWN } }));
  useLiveEvents((event) => {
    if (event.type === 'boards.changed') void queries.invalidateQueries({ queryKey: apiQuery.boards.ofChat.key() });
  });
  if (found.isPending) return null;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const { data, total } = found.data;
  return (
    <section aria-label={t('title')}>
      <Heading order={3} size="h5">
        {t('title')}
      </Heading>
      {data.length === 0 && <Hint size="xs">{t('none')}</Hint>}
      <ul className={classes.tasks}>
        {data.map(({ item, title, boardName, dueOn, status, isDone }) => (
          <li key={item._id}>
            <AnchorLink
              to="/boards/$boardId"
              params={{ boardId: item.boardId }}
              search={{ item: item._id }}
              size="sm"
              lineClamp={2}
              td={isDone ? 'line-through' : undefined}
            >
              <bdi>{title || t('unnamed')}</bdi>
            </AnchorLink>
            <Hint size="xs">
              <bdi>{[boardName, status?.name, dueOn && formatDay(dueOn)].filter(Boolean).join(' · ')}</bdi>
            </Hint>
          </li>
        ))}
      </ul>
      {data.length < total && <Hint size="xs">{t('more', { shown: data.length, total })}</Hint>}
    </section>
  );
}
