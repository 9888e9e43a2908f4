import { NativeSelect, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { LANGUAGES } from '../../../lib/i18n/language.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';

/** Height of the select that will load. */
const FIELD_PX = 58;

/** The language in which a model answers; saved on selection. */
export function LanguageSettings() {
  const { t } = useTranslation('agent');
  const { supportMode } = useMe();
  const preferences = useQuery(apiQuery.agent.preferences.queryOptions());
  const save = useMutation({
    mutationKey: apiQuery.agent.key(),
    mutationFn: (language: string | null) => api.agent.savePreferences({ language }),
  });
  const chosen = save.isPending ? save.variables : preferences.data?.language;
  return (
    <Card aria-label={t('assistant.language.title')}>
      <Stack gap="sm">
        <Heading>{t('assistant.language.title')}</Heading>
        <Hint>{t('assistant.language.text')}</Hint>
        {preferences.isPending && <Skeleton height={FIELD_PX} />}
        {preferences.data && (
          <NativeSelect
            label={t('assistant.language.label')}
            value={chosen ?? ''}
            disabled={Boolean(supportMode) || save.isPending}
            onChange={(event) => save.mutate(event.currentTarget.value || null)}
            data={[
              { value: '', label: t('assistant.language.asked') },
              ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
            ]}
          />
        )}
        {(preferences.error ?? save.error) && (
          <Notice tone="error">{(preferences.error ?? save.error)?.message}</Notice>
        )}
      </Stack>
    </Card>
  );
}
