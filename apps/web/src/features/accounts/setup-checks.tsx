import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/links.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import { formatNumber } from '../../lib/format/numbers.ts';
import { useLiveState } from '../../lib/live/live-provider.tsx';
import { isSelling } from '../../lib/page/page-facts.ts';
import './account-texts.ts';

interface Check {
  id: string;
  state: 'good' | 'bad' | 'checking' | 'unreadable';
  text: string;
  action?: ReactElement;
  onRetry?: () => void;
}

/** Number of connections that are checked. */
const MAX_CHECKED = 50;
const linkProps = { size: 'compact-sm', variant: 'default' } as const;

/** The usual reasons why messages do not go out, each with its current state. */
export function useSetupChecks(): Check[] {
  const { t } = useTranslation('account');
  const live = useLiveState();
  const engines = useQuery(apiQuery.engines.list.queryOptions({ input: { limit: MAX_CHECKED } }));
  const overdue = useQuery(apiQuery.messages.overdue.queryOptions({ input: { limit: MAX_CHECKED } }));
  const security = useQuery(apiQuery.accounts.security.queryOptions());
  const credits = useQuery({ ...apiQuery.billing.creditsUsage.queryOptions({ input: {} }), enabled: isSelling() });

  const unread = (
    id: 'whatsapp' | 'held' | 'email' | 'credits',
    query: { isError: boolean; refetch: () => unknown },
  ): Check =>
    query.isError
      ? {
          id,
          state: 'unreadable',
          text: t('support.check.unreadable', { what: t(`support.check.of.${id}`) }),
          onRetry: () => void query.refetch(),
        }
      : { id, state: 'checking', text: t('support.check.checking') };

  return [
    engines.data ? whatsapp(engines.data.data) : unread('whatsapp', engines),
    overdue.data ? heldMessages(overdue.data.data.reduce((sum, { count }) => sum + count, 0)) : unread('held', overdue),
    live.is === 'live'
      ? { id: 'live', state: 'good', text: t('support.check.live') }
      : live.is === 'connecting'
        ? { id: 'live', state: 'checking', text: t('support.check.checking') }
        : { id: 'live', state: 'bad', text: t('support.check.notLive') },
    ...(security.data ? email(security.data.isAddressVerified) : [unread('email', security)]),
    ...(!isSelling() ? [] : credits.data ? creditsLeft(credits.data) : [unread('credits', credits)]),
  ];

  function whatsapp(found: { _id: string; name: string; status: string; active: boolean }[]): Check {
    const id = 'whatsapp';
    if (found.some(({ status }) => status === 'connected'))
      return { id, state: 'good', text: t('support.check.whatsapp') };
    const first = found.find(({ active }) => active);
    const fix = t('support.check.fix');
    if (!first) {
      const action = (
        <ButtonLink to="/engines" {...linkProps}>
          {fix}
        </ButtonLink>
      );
      return { id, state: 'bad', text: t('support.check.notConnected'), action };
    }
    const params = { engineId: first._id };
    const action = (
      <ButtonLink to="/engine-explorer/$engineId" params={params} {...linkProps}>
        {fix}
      </ButtonLink>
    );
    return { id, state: 'bad', text: t('support.check.engine', { name: first.name }), action };
  }

  function heldMessages(count: number): Check {
    if (count === 0) return { id: 'held', state: 'good', text: t('support.check.flowing') };
    const action = (
      <ButtonLink to="/import-messages" {...linkProps}>
        {t('support.check.seeWhy')}
      </ButtonLink>
    );
    return {
      id: 'held',
      state: 'bad',
      text: t('support.check.held', { count, formatted: formatNumber(count) }),
      action,
    };
  }

  /** Without outgoing mail there is nothing to verify. */
  function email(isVerified: boolean | null): Check[] {
    if (isVerified === null) return [];
    if (isVerified) return [{ id: 'email', state: 'good', text: t('support.check.verified') }];
    const action = (
      <ButtonLink to="/account" {...linkProps}>
        {t('support.check.verify')}
      </ButtonLink>
    );
    return [{ id: 'email', state: 'bad', text: t('support.check.notVerified'), action }];
  }

  function creditsLeft({ limit, spent }: { limit: number | null; spent: number }): Check[] {
    if (limit === null) return [];
    const count = Math.max(0, limit - spent);
    const action = (
      <ButtonLink to="/credits-usage" {...linkProps}>
        {t('support.check.view')}
      </ButtonLink>
    );
    return count > 0
      ? [
          {
            id: 'credits',
            state: 'good',
            text: t('support.check.credits', { count, formatted: formatNumber(count) }),
            action,
          },
        ]
      : [{ id: 'credits', state: 'bad', text: t('support.check.noCredits'), action }];
  }
}
