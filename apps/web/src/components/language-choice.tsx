import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n/i18n.ts';
import { applyLanguage, LANGUAGES, type Language } from '../lib/i18n/language.ts';
import './texts.ts';

/** The language of the screens for who has not signed in yet; the page is loaded again in the new one. */
export function LanguageChoice() {
  const { t } = useTranslation('shell');
  return (
    <NativeSelect
      aria-label={t('language')}
      size="xs"
      value={currentLanguage()}
      onChange={(event) => applyLanguage(event.currentTarget.value as Language)}
      data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
    />
  );
}
