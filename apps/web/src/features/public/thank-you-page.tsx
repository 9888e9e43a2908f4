import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/links.tsx';
import { PublicCard } from '../../components/public-card.tsx';
import { useTitle } from '../../lib/navigation/use-title.ts';
import './texts.ts';
import type { ThankedFor } from './thanked-for.ts';

/** `/thank-you`. @param thankedFor left out: nothing is said of it */
export function ThankYouPage({ thankedFor }: { thankedFor?: ThankedFor | undefined }) {
  const { t } = useTranslation('public');
  useTitle(t('thanks.title'));
  return (
    <PublicCard title={t('thanks.title')} lead={t(`thanks.${thankedFor ?? 'other'}`)}>
      <ButtonLink to={thankedFor === 'purchase' ? '/account-subscription' : '/login'} size="md" fullWidth>
        {t('home')}
      </ButtonLink>
    </PublicCard>
  );
}
