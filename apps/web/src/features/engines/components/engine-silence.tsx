import type { Engine } from '@switchyard/contracts/engines/engine';
import { Trans, useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import '../texts.ts';

/** Since when an expected process has been silent; renders nothing while it is reporting. */
export function EngineSilence({ engine: { silentSince } }: { engine: Pick<Engine, 'silentSince'> }) {
  const { t } = useTranslation('engines');
  if (silentSince === null) return null;
  return (
    <Hint size="xs">
      <Trans t={t} i18nKey="silentSince" components={{ at: <RelativeTime at={silentSince} exact /> }} />
    </Hint>
  );
}
