import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/links.tsx';
import { PublicCard } from '../../../components/public-card.tsx';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import '../texts.ts';

export function ForbiddenPage() {
  const { t } = useTranslation('accounts');
  useTitle(t('forbidden.title'));
  return (
    <PublicCard title={t('forbidden.title')} lead={t('forbidden.lead')}>
      <ButtonLink to="/" size="md" fullWidth>
        {t('forbidden.home')}
      </ButtonLink>
    </PublicCard>
  );
}

export function NotFoundPage() {
  const { t } = useTranslation('accounts');
  useTitle(t('notFound.title'));
  return (
    <PublicCard title={t('notFound.title')} lead={t('notFound.lead')}>
      <ButtonLink to="/" size="md" fullWidth>
        {t('notFound.home')}
      </ButtonLink>
    </PublicCard>
  );
}
