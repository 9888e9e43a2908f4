import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/links.tsx';
import { PublicCard } from '../../components/public-card.tsx';
import { useTitle } from '../../lib/navigation/use-title.ts';
import './texts.ts';

/** What somebody may be thanked for. */
export const THANKED_FOR = ['purchase', 'unsubscribe', 'uninstall'] as const;

/** `/thank-you`. @param thankedFor left out: nothing is said of it */
export function ThankYouPage({ thankedFor }: { thankedFor?: (typeof THANKED_FOR)[number] | undefined }) {
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
