import type { ClusterRuleMode } from '@switchyard/contracts/cluster/automation';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../../../test/render-part.tsx';
import { GatewayToolbar } from './gateway-toolbar.tsx';

const WORDS = '2 candidates in other namespaces are ignored: rules act in engines only.';
const renderToolbar = (mode: ClusterRuleMode, phase: 'off' | 'refreshing') => {
  const untouched = { switchedBy: null, switchedAt: null, lastRunAt: null };
  return renderPart(
    <GatewayToolbar
      gateway={{ nextRefreshAtMs: null, isLoading: false } as never}
      autoDelete={{ countdown: { phase }, toggle: () => undefined, now: () => undefined } as never}
      serverRule={{
        rule: { rule: 'auto-delete', mode, ...untouched },
        acts: mode === 'on',
        set: async () => undefined,
      }}
      skippedNote={WORDS}
      passiveReason={null}
      history={{ changes: [], windowMinutes: 10 } as never}
      onHistory={() => undefined}
    />,
  );
};

it.each<[ClusterRuleMode, 'off' | 'refreshing', boolean]>([
  ['off', 'off', false],
  ['off', 'refreshing', true],
  ['dry-run', 'off', true],
  ['on', 'off', true],
])('names the candidates that an active rule skips: server %s, screen %s', async (mode, phase, isShown) => {
  await renderToolbar(mode, phase);
  expect(screen.queryByText(WORDS) !== null).toBe(isShown);
});
