import { MAX_PAGE_SIZE } from '@switchyard/contracts/entity';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryTable } from '../../../components/data-table/query-table.tsx';
import { useIsNarrow } from '../../../components/data-table/use-is-narrow.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useLiveEngines } from '../api/use-live-engines.ts';
import { numberColumns } from './number-columns.tsx';
import './texts.ts';

/**
 * `/whatsapp-numbers`: the numbers of the workspace, each with its engine, whose it is, and what WhatsApp lets it do.
 */
export function NumbersPage() {
  const { t } = useTranslation('numbers');
  const isNarrow = useIsNarrow();
  // A plan allows few engines, so one page has them all.
  const numbers = useQuery(apiQuery.engines.numbers.queryOptions({ input: { limit: MAX_PAGE_SIZE } }));
  useLiveEngines();
  const columns = useMemo(() => numberColumns(t, isNarrow), [t, isNarrow]);
  return (
    <ListPage
      title={t('title')}
      count={numbers.data?.total}
      notices={<Hint>{t('lead')}</Hint>}
      table={
        <QueryTable
          label={t('title')}
          name={isNarrow ? 'numbers-narrow' : 'numbers'}
          columns={columns}
          found={numbers}
          failed={t('notLoaded')}
          empty={
            <EmptyState
              icon={IconDeviceMobile}
              title={t('empty.title')}
              text={t('empty.text')}
              action={<ButtonLink to="/engines">{t('empty.action')}</ButtonLink>}
            />
          }
        />
      }
    />
  );
}
