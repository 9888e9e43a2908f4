import { Pill } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '../screen-texts.ts';

/** An active filter, with a button to remove it. */
export function FilterPill(props: { name: string; onRemove: () => void; children: ReactNode }) {
  const { t } = useTranslation('screen');
  return (
    <Pill
      withRemoveButton
      size="md"
      // The library hides this button from keyboards and screen readers, because its pills are usually part of an
      // input.
      removeButtonProps={{
        'aria-label': t('filter.remove', { column: props.name }),
        'aria-hidden': false,
        tabIndex: 0,
      }}
      onRemove={props.onRemove}
    >
      {props.children}
    </Pill>
  );
}
