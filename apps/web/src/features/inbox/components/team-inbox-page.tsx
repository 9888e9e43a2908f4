import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { PublicCard } from '../../../components/public-card.tsx';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import '../texts.ts';

const POINTS = ['owner', 'once', 'later', 'notes', 'bots'] as const;

/** `/team-inbox`: public description of the team inbox. */
export function TeamInboxPage() {
  const { t } = useTranslation('inbox');
  useTitle(t('about.title'));
  return (
    <PublicCard title={t('about.title')} lead={<Text span>{t('about.lead')}</Text>}>
      <Stack gap="md">
        {POINTS.map((point) => (
          <section key={point}>
            <Heading order={2} size="h4">
              {t(`about.${point}`)}
            </Heading>
            <Hint>{t(`about.${point}Text`)}</Hint>
          </section>
        ))}
        <ButtonLink to="/bt-team-inbox" size="md" fullWidth>
          {t('about.signIn')}
        </ButtonLink>
      </Stack>
    </PublicCard>
  );
}
