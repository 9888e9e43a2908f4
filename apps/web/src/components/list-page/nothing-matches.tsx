import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../empty-state.tsx';
import '../screen-texts.ts';

/** In place of rows that a filter leaves out, with the way to all. */
export function NothingMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('screen');
  return (
    <EmptyState
      icon={IconSearch}
      title={t('filter.none')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    />
  );
}
