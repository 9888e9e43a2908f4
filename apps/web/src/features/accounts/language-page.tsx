import { Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { Hint } from '../../components/hint.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import { applyLanguage, chosenLanguage, LANGUAGES, type Language } from '../../lib/i18n/language.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import './account-texts.ts';

/** `/account-language`: the language of the screens, on every device. */
export function LanguagePage() {
  const { t } = useTranslation('account');
  const me = useMe();
  const save = useMutation(
    apiQuery.accounts.updateProfile.mutationOptions({
      onSuccess: (_me, { language }) => language && applyLanguage(language),
    }),
  );
  const current = save.isPending ? save.variables.language : (me.language ?? chosenLanguage());
  return (
    <PageFrame widthPx={560}>
      <PageHeader title={t('language.title')} />
      <Hint>{t('language.lead')}</Hint>
      {save.error && <Notice tone="error">{save.error.message}</Notice>}
      <Card>
        <Radio.Group
          aria-label={t('language.title')}
          value={current ?? null}
          onChange={(language) => save.mutate({ language: language as Language })}
        >
          <Stack gap="sm">
            {Object.entries(LANGUAGES).map(([value, name]) => (
              <Radio
                key={value}
                value={value}
                disabled={me.supportMode || save.isPending}
                label={
                  <bdi lang={value} dir="auto">
                    {name}
                  </bdi>
                }
              />
            ))}
          </Stack>
        </Radio.Group>
      </Card>
    </PageFrame>
  );
}
