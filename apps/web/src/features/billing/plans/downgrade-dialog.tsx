import type { Subscription } from '@switchyard/contracts/billing/operations';
import { enginesBeyondLimit, type Plan } from '@switchyard/contracts/billing/plans';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { enginesQuery } from '../../../lib/api/choices.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { dayOf } from '../money.ts';
import '../texts.ts';

/** Names what stops, and when, before a smaller plan is chosen. */
export function DowngradeDialog(props: {
  subscription: Subscription;
  /** Null when closed. */
  to: Plan | null;
  isRunning: boolean;
  error: string | undefined;
  onConfirm: (plan: Plan) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('billing');
  const { subscription, to } = props;
  const from = t(`plan.${subscription.plan}`);
  const ends = subscription.periodEndsAt ?? oneMonthFromNow();
  const creditsOf = (plan: Plan | null) =>
    formatNumber(subscription.plans.find((offer) => offer.plan === plan)?.creditsPerMonth ?? 0);
  return (
    <ConfirmDialog
      isOpen={to !== null}
      title={t('down.title', { plan: to ? t(`plan.${to}`) : '' })}
      confirm={to ? t(`switch.${to}`) : ''}
      cancelLabel={t('down.keep', { plan: from })}
      isRunning={props.isRunning}
      error={props.error}
      onClose={props.onClose}
      onConfirm={() => to && props.onConfirm(to)}
    >
      <p style={{ marginBlockStart: 0 }}>{t('down.when', { date: formatDay(dayOf(ends)) })}</p>
      {t('down.after')}
      <ul>
        <li>
          <StoppingEngines limit={subscription.plans.find((plan) => plan.plan === to)?.allowedEngineCount ?? 0} />
        </li>
        <li>{t('down.credits', { credits: creditsOf(to), before: creditsOf(subscription.plan) })}</li>
      </ul>
      {t('down.nothing')} {subscription.isCharged && t('payment.confirm')}
    </ConfirmDialog>
  );
}

/** The engines whose messages are held when only `limit` are allowed: the oldest keep running. */
function StoppingEngines({ limit }: { limit: number }) {
  const { t } = useTranslation('billing');
  const engines = useQuery(enginesQuery);
  if (engines.isPending) return '…';
  if (engines.isError) return t('down.unknownEngines');
  const oldestFirst = engines.data.data
    .filter((engine) => engine.type === 'gateway' && !engine.isLegacy)
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a._id.localeCompare(b._id));
  const held = enginesBeyondLimit(oldestFirst, limit);
  if (held.length === 0) return t('down.noEngines');
  return t('down.engines', { count: held.length, names: held.map(({ name }) => name).join(', ') });
}

/** A plan granted without a purchase lasts a month from now. */
function oneMonthFromNow(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate())).toISOString();
}
