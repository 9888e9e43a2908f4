import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import './advice-texts.ts';

const MAX_NAMED = 5;

/** The people affected by a move. */
export function AffectedNames({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('clusterAdvice');
  const list = names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ` +${names.length - MAX_NAMED}` : '');
  return (
    <Text size="xs" {...(names.length > 0 ? { fw: 550 } : { c: 'dimmed' })}>
      {names.length === 0 ? t('touches.none') : t('touches.some', { names: list })}
    </Text>
  );
}
