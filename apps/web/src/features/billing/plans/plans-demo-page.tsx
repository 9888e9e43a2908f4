import { Text, Title } from '@mantine/core';
import { CURRENCY } from '@switchyard/contracts/billing/plans';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/links.tsx';
import { Logo } from '../../../components/logo.tsx';
import { PublicCard } from '../../../components/public-card.tsx';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import { canStrangersSignUp, isSelling } from '../../../lib/page/page-facts.ts';
import '../texts.ts';
import { OFFERED_PLANS } from './offered-plans.ts';
import { PlanCards } from './plan-cards.tsx';
import classes from './plans-demo-page.module.css';

/** `/subscription-plans-demo`: the plans as visitors see them. */
export function PlansDemoPage() {
  const { t } = useTranslation(['billing', 'shell']);
  useTitle(t('demoPlans.title'));
  if (!isSelling()) return <PublicCard title={t('off.title')} lead={t('off.text')} />;
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <Logo size={32} />
        <span>{t('shell:product')}</span>
      </div>
      <Title order={1}>{t('demoPlans.title')}</Title>
      <Text c="dimmed">{t('pricing.lead')}</Text>
      <PlanCards plans={OFFERED_PLANS} currency={CURRENCY} />
      <div className={classes.ways}>
        {canStrangersSignUp() && (
          <ButtonLink to="/signup" search={{ returnTo: '/pricing' }} size="md">
            {t('demoPlans.start')}
          </ButtonLink>
        )}
        <ButtonLink to="/login" search={{ returnTo: '/pricing' }} size="md" variant="default">
          {t('trial.signIn')}
        </ButtonLink>
      </div>
    </main>
  );
}
