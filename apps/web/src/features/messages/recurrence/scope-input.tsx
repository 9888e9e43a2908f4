import { Radio, Stack } from '@mantine/core';
import type { SeriesScope } from '@switchyard/contracts/messages/series';
import { useTranslation } from 'react-i18next';
import '../texts.ts';

/** Which messages of a series an action applies to. */
export type Scope = 'one' | SeriesScope;

const SCOPES: readonly Scope[] = ['one', 'following', 'all'];

/**
 * Asks which messages of a series an action applies to: this one, this and later ones, or all that have not been sent.
 */
export function ScopeInput(props: { value: Scope; onChange: (scope: Scope) => void; label: string; isEdit?: boolean }) {
  const { t } = useTranslation('messages');
  const hints: Partial<Record<Scope, string>> = props.isEdit
    ? { following: t('recurrence.followingHint'), all: t('recurrence.allHint') }
    : {};
  return (
    <Radio.Group
      label={props.label}
      value={props.value}
      onChange={(chosen) => props.onChange(SCOPES.find((scope) => scope === chosen) ?? 'one')}
    >
      <Stack gap={6} mt={6}>
        {SCOPES.map((scope) => (
          <Radio key={scope} value={scope} label={t(`recurrence.${scope}`)} description={hints[scope]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
