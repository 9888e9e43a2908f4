import { Badge, SegmentedControl } from '@mantine/core';
import type { Subscription } from '@switchyard/contracts/billing/operations';
import { isLarger, type Plan } from '@switchyard/contracts/billing/plans';
import { MAX_PAGE_SIZE } from '@switchyard/contracts/page-size';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { useIsNarrow } from '../../../components/data-table/use-is-narrow.ts';
import { Hint } from '../../../components/hint.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { formatMoney } from '../money.ts';
import '../texts.ts';
import classes from './plan-table.module.css';

const GROUPS = ['sending', 'automation', 'support'] as const;
type PlanFeature =
  | 'schedule'
  | 'contacts'
  | 'numbers'
  | 'always'
  | 'lanes'
  | 'credits'
  | 'campaigns'
  | 'bots'
  | 'boards'
  | 'help'
  | 'explorer';
/** The smallest plan with each feature; for `numbers` and `credits` every plan has its own figure. */
const PLAN_FEATURES: Readonly<Record<(typeof GROUPS)[number], readonly (readonly [PlanFeature, Plan])[]>> = {
  sending: [
    ['schedule', 'free'],
    ['contacts', 'free'],
    ['numbers', 'free'],
    ['always', 'pro'],
    ['lanes', 'business'],
  ],
  automation: [
    ['credits', 'free'],
    ['campaigns', 'free'],
    ['bots', 'free'],
    ['boards', 'free'],
  ],
  support: [
    ['help', 'free'],
    ['explorer', 'pro'],
  ],
};

/** Contents of each plan, feature by feature, beside the workspace's usage. One plan at a time on a phone. */
export function PlanTable({ data, buttons }: { data: Subscription; buttons: (plan: Plan) => ReactNode }) {
  const { t } = useTranslation('billing');
  const isNarrow = useIsNarrow();
  const used = useUsage();
  const larger = data.plans.find(({ plan }) => isLarger(plan, data.plan));
  const [chosen, setChosen] = useState<Plan>(larger?.plan ?? data.plan);
  const plans = isNarrow ? data.plans.filter(({ plan }) => plan === chosen) : data.plans;
  return (
    <>
      {isNarrow && (
        <SegmentedControl
          aria-label={t('billing.plan')}
          value={chosen}
          onChange={(plan) => setChosen(plan as Plan)}
          data={data.plans.map(({ plan }) => ({ value: plan, label: t(`plan.${plan}`) }))}
        />
      )}
      <Card as="div" className={classes.card}>
        {isNarrow && plans.map((offered) => <PlanHead key={offered.plan} {...{ data, offered, buttons }} />)}
        <table className={classes.table} aria-label={t('pricing.table')}>
          {!isNarrow && (
            <thead>
              <tr>
                <td />
                {plans.map((offered) => (
                  <th key={offered.plan} scope="col" data-current={offered.plan === data.plan || undefined}>
                    <PlanHead {...{ data, offered, buttons }} />
                  </th>
                ))}
              </tr>
            </thead>
          )}
          {GROUPS.map((group) => (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup" colSpan={1 + plans.length} className={classes.group}>
                  {t(`pricing.group.${group}`)}
                </th>
              </tr>
              {PLAN_FEATURES[group].map(([feature, from]) => (
                <tr key={feature}>
                  <th scope="row">
                    {t(`pricing.feature.${feature}`)}
                    {(feature === 'numbers' || feature === 'credits') && <Hint size="xs">{used[feature]}</Hint>}
                  </th>
                  {plans.map(({ plan, allowedEngineCount, creditsPerMonth }) => (
                    <td key={plan} data-current={plan === data.plan || undefined}>
                      {feature === 'numbers' ? (
                        <Figure>{allowedEngineCount}</Figure>
                      ) : feature === 'credits' ? (
                        <Figure>{creditsPerMonth}</Figure>
                      ) : (
                        <Mark isIn={!isLarger(from, plan)} />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </Card>
    </>
  );
}

function PlanHead(props: {
  data: Subscription;
  offered: Subscription['plans'][number];
  buttons: (plan: Plan) => ReactNode;
}) {
  const { t } = useTranslation('billing');
  const { plan, monthlyPriceCents } = props.offered;
  const price = formatMoney(monthlyPriceCents, props.data.currency);
  return (
    <div className={classes.head}>
      <span className={classes.name}>
        {t(`plan.${plan}`)}
        {plan === props.data.plan && <Badge variant="light">{t('current')}</Badge>}
      </span>
      <span>{monthlyPriceCents === 0 ? t('price.free') : t('price.each', { price })}</span>
      {props.buttons(plan)}
    </div>
  );
}

const Figure = ({ children }: { children: number }) =>
  children === 0 ? <Mark isIn={false} /> : <b>{formatNumber(children)}</b>;

function Mark({ isIn }: { isIn: boolean }) {
  const { t } = useTranslation('billing');
  const Icon = isIn ? IconCheck : IconMinus;
  return (
    <Icon
      size={18}
      stroke={1.8}
      className={isIn ? classes.in : classes.out}
      role="img"
      aria-label={t(isIn ? 'pricing.included' : 'pricing.missing')}
    />
  );
}

/** Current usage of the two figures. */
function useUsage(): { numbers: string; credits: string } {
  const { t } = useTranslation('billing');
  const engines = useQuery(apiQuery.engines.list.queryOptions({ input: { limit: MAX_PAGE_SIZE } }));
  const credits = useQuery(apiQuery.billing.creditsUsage.queryOptions({ input: {} }));
  const waiting = '…';
  const unknown = t('pricing.unknown');
  const gateways = engines.data?.data.filter(({ type, isLegacy }) => type === 'gateway' && !isLegacy).length;
  return {
    numbers:
      gateways === undefined
        ? engines.isError
          ? unknown
          : waiting
        : t('pricing.use', { amount: formatNumber(gateways) }),
    credits: credits.data
      ? t('pricing.used', { amount: formatNumber(credits.data.spent) })
      : credits.isError
        ? unknown
        : waiting,
  };
}
