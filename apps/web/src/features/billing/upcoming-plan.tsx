import { Button, Group } from '@mantine/core';
import type { Subscription } from '@switchyard/contracts/billing/operations';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { formatDay } from '../../lib/format/dates.ts';
import { dayOf } from './money.ts';
import classes from './subscription-page.module.css';
import './texts.ts';

/** When the paid period ends, what the plan then becomes, how to keep it, and the way to payments charged elsewhere. */
export function UpcomingPlan(props: {
  data: Subscription;
  isBusy: boolean;
  onKeep: () => void;
  onPayment: () => void;
}) {
  const { t } = useTranslation('billing');
  const { data, isBusy } = props;
  const { next, periodEndsAt, openInvoiceId } = data;
  if (!next && !periodEndsAt && !openInvoiceId && !data.isCharged) return null;
  const from = t(`plan.${data.plan}`);
  return (
    <Card as="div" className={classes.next}>
      <span>
        {next && t(`next.${next.reason}`, { date: formatDay(dayOf(next.at)), plan: t(`plan.${next.plan}`), from })}
        {!next && periodEndsAt && t('paidUntil', { date: formatDay(dayOf(periodEndsAt)) })}
        {data.isChargeFailing && ` ${t('payment.failing')}`}
        {openInvoiceId && ` ${t('openInvoice')}`}
      </span>
      {openInvoiceId && (
        <AnchorLink to="/invoices/$invoiceId" params={{ invoiceId: openInvoiceId }} size="sm">
          {t('toInvoice')}
        </AnchorLink>
      )}
      {data.mayChange && (
        <Group gap="xs">
          {next?.reason === 'asked' && (
            <Button size="sm" variant="light" loading={isBusy} onClick={props.onKeep}>
              {t('keep', { plan: from })}
            </Button>
          )}
          {data.isCharged && (
            <Button size="sm" variant="default" disabled={isBusy} onClick={props.onPayment}>
              {t('payment.open')}
            </Button>
          )}
        </Group>
      )}
    </Card>
  );
}
