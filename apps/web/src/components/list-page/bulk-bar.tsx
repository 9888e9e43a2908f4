import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '../screen-texts.ts';
import classes from './bulk-bar.module.css';

/** How many rows are selected and what can be done with them. */
export function BulkBar(props: { count: number; onClear: () => void; children: ReactNode }) {
  const { t } = useTranslation('screen');
  return (
    <div className={classes.bar}>
      <span className={classes.count} role="status">
        {t('bulk.selected', { count: props.count })}
      </span>
      {props.children}
      <Button size="xs" variant="subtle" color="gray" onClick={props.onClear} className={classes.clear}>
        {t('bulk.clear')}
      </Button>
    </div>
  );
}
