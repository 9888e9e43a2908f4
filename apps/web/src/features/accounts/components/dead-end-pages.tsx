import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PublicCard } from '../../../components/public-card.tsx';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import '../texts.ts';

export function ForbiddenPage() {
  const { t } = useTranslation('accounts');
  useTitle(t('forbidden.title'));
  return (
    <PublicCard title={t('forbidden.title')} lead={t('forbidden.lead')}>
      <Button component={Link} to="/login" size="md" fullWidth>
        {t('forbidden.home')}
      </Button>
    </PublicCard>
  );
}

export function NotFoundPage() {
  const { t } = useTranslation('accounts');
  useTitle(t('notFound.title'));
  return (
    <PublicCard title={t('notFound.title')} lead={t('notFound.lead')}>
      <Button component={Link} to="/login" size="md" fullWidth>
        {t('notFound.home')}
      </Button>
    </PublicCard>
  );
}
