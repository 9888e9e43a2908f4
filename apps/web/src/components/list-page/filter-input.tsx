import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../screen-texts.ts';

const TYPING_PAUSE_MS = 250;

/** Reports what was typed after a short pause; keeps what is typed in the meantime. */
export function FilterInput(props: {
  label: string;
  value: string | undefined;
  /** For the field that searches everything. */
  isSearch?: boolean;
  /** As wide as its container. */
  isFullWidth?: boolean;
  onChange: (value: string | undefined) => void;
}) {
  const { t } = useTranslation('screen');
  const [typed, setTyped] = useState(props.value ?? '');
  useEffect(() => setTyped(props.value ?? ''), [props.value]);
  const reportChange = useDebouncedCallback(
    (value: string) => props.onChange(value.trim() || undefined),
    TYPING_PAUSE_MS,
  );
  return (
    <TextInput
      size="sm"
      w={props.isFullWidth ? '100%' : props.isSearch ? 240 : 260}
      maxLength={200}
      data-filter={props.isSearch}
      aria-label={props.label}
      placeholder={props.label}
      value={typed}
      leftSection={props.isSearch ? <IconSearch size={16} /> : undefined}
      rightSection={
        typed === '' ? undefined : (
          <CloseButton
            size="sm"
            onClick={() => {
              setTyped('');
              reportChange.cancel();
              props.onChange(undefined);
            }}
            aria-label={t('filter.empty', { what: props.label })}
          />
        )
      }
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        reportChange(event.currentTarget.value);
      }}
    />
  );
}
