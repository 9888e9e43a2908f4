import { Text, Title } from '@mantine/core';
import { CURRENCY } from '@switchyard/contracts/plans';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/links.tsx';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import '../texts.ts';
import { OFFERED_PLANS } from './offered-plans.ts';
import { PlanCards } from './plan-cards.tsx';
import classes from './plans-demo-page.module.css';

/** `/subscription-plans-demo`: the plans as visitors see them. */
export function PlansDemoPage() {
  const { t } = useTranslation('billing');
  useTitle(t('demoPlans.title'));
  return (
    <main className={classes.page}>
      <Title order={1}>{t('demoPlans.title')}</Title>
      <Text c="dimmed">{t('demoPlans.lead')}</Text>
      <PlanCards plans={OFFERED_PLANS} currency={CURRENCY} />
      <div>
        <ButtonLink to="/signup" search={{ returnTo: '/pricing' }} size="md">
          {t('demoPlans.start')}
        </ButtonLink>
      </div>
    </main>
  );
}
