import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../empty-state.tsx';
import '../screen-texts.ts';

/** Shown when the filter matches no rows, with a button to clear it. */
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
