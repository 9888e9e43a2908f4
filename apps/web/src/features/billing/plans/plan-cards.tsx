import { Badge, Text, Title } from '@mantine/core';
import type { Plan } from '@switchyard/contracts/billing/plans';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Hint } from '../../../components/hint.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { formatMoney } from '../money.ts';
import '../texts.ts';
import classes from './plan-cards.module.css';

export interface OfferedPlan {
  plan: Plan;
  allowedEngineCount: number;
  creditsPerMonth: number;
  monthlyPriceCents: number;
}

/** Contents and prices of the plans, side by side. */
export function PlanCards(props: {
  plans: readonly OfferedPlan[];
  currency: string;
  /** Omitted for visitors. */
  current?: Plan;
  /** Action available for a plan. */
  action?: (plan: Plan) => ReactNode;
}) {
  const { t } = useTranslation('billing');
  return (
    <div className={classes.plans}>
      {props.plans.map(({ plan, allowedEngineCount, creditsPerMonth, monthlyPriceCents }) => {
        const offers = t(`offers.${plan}`, { returnObjects: true }) as readonly string[];
        const price = formatMoney(monthlyPriceCents, props.currency);
        return (
          <Card
            key={plan}
            className={classes.plan}
            data-current={plan === props.current || undefined}
            aria-label={t(`plan.${plan}`)}
          >
            <div className={classes.head}>
              <Title order={2}>{t(`plan.${plan}`)}</Title>
              {plan === props.current && <Badge variant="light">{t('current')}</Badge>}
            </div>
            <Text fw={600}>{monthlyPriceCents === 0 ? t('price.free') : t('price.each', { price })}</Text>
            <Hint>{t(`about.${plan}`)}</Hint>
            <ul className={classes.offers}>
              <Offer isMissing={allowedEngineCount === 0}>{t('engines', { count: allowedEngineCount })}</Offer>
              <Offer>{t('creditsEach', { credits: formatNumber(creditsPerMonth) })}</Offer>
              {offers.map((offer) => (
                <Offer key={offer}>{offer}</Offer>
              ))}
            </ul>
            {props.action?.(plan)}
          </Card>
        );
      })}
    </div>
  );
}

function Offer({ isMissing, children }: { isMissing?: boolean; children: ReactNode }) {
  return (
    <li>
      {isMissing ? <IconMinus size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />}
      {children}
    </li>
  );
}
