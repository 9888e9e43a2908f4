import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n/i18n.ts';
import { applyLanguage, LANGUAGES, type Language } from '../lib/i18n/language.ts';
import classes from './language-choice.module.css';
import './texts.ts';

/**
 * Chooses the language before sign-in; the page is reloaded in the new one. A plain element, because the first script
 * that visitors load does without the component library's.
 */
export function LanguageChoice() {
  const { t } = useTranslation('shell');
  return (
    <select
      aria-label={t('language')}
      className={classes.choice}
      value={currentLanguage()}
      onChange={(event) => applyLanguage(event.currentTarget.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
