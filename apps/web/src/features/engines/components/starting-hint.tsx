import { useTranslation } from 'react-i18next';
import '../texts.ts';
import classes from './starting-hint.module.css';

/** "This may take a few minutes", with animated dots (still under reduced motion). */
export function StartingHint() {
  const { t } = useTranslation('engines');
  return (
    <span className={classes.hint}>
      {t('startingHint')}
      <span className={classes.dots} aria-hidden>
        <span>.</span>
        <span>.</span>
        <span>.</span>
      </span>
    </span>
  );
}
