import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/links.tsx';
import { PublicCard } from '../../components/public-card.tsx';
import { useTitle } from '../../lib/navigation/use-title.ts';
import './texts.ts';
import type { ThankedFor } from './thanked-for.ts';

/** `/thank-you`: what has happened, and where to go next. @param thankedFor omitted: a neutral text */
export function ThankYouPage({ thankedFor }: { thankedFor?: ThankedFor | undefined }) {
  const { t } = useTranslation('public');
  const happened = thankedFor ?? 'other';
  const title = t(`thanks.${happened}.title`);
  useTitle(title);
  return (
    <PublicCard
      icon={<IconCircleCheck size={40} stroke={1.4} color="var(--tone-success)" aria-hidden />}
      title={title}
      lead={t(`thanks.${happened}.text`)}
    >
      {happened !== 'unsubscribe' && (
        <ButtonLink to={happened === 'purchase' ? '/account-subscription' : '/'} size="md" fullWidth>
          {t(happened === 'purchase' ? 'thanks.plan' : 'home')}
        </ButtonLink>
      )}
    </PublicCard>
  );
}
