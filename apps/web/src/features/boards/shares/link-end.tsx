import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PublicCard } from '../../../components/public-card.tsx';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import { linkEndOf } from './links.ts';
import './texts.ts';

/** Shown instead of the content when a link is invalid or has ended. */
export function LinkEnd({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('shares');
  const end = linkEndOf(error);
  const title = t(end === 'over' ? 'overTitle' : end === 'gone' ? 'goneTitle' : 'failed');
  useTitle(title);
  return (
    <PublicCard title={title} lead={end === 'over' ? t('overText') : end === 'gone' ? t('gone') : undefined}>
      {!end && <Button onClick={onRetry}>{t('retry')}</Button>}
    </PublicCard>
  );
}
