import { Group, SegmentedControl, Text } from '@mantine/core';
import type { ClusterRuleMode } from '@switchyard/contracts/cluster/automation';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { ActionDialog } from '../components/action-dialog.tsx';
import type { ServerRule } from './use-server-rule.ts';
import '../texts.ts';

const MODES: readonly ClusterRuleMode[] = ['off', 'dry-run', 'on'];

/**
 * The switch of what the server does by itself, who switched it, and when it last acted. Asked before it changes, since
 * it changes for everybody.
 */
export function ServerRuleSwitch({ rule, set }: ServerRule) {
  const { t } = useTranslation('cluster');
  const id = useId();
  const [asked, setAsked] = useState<ClusterRuleMode | null>(null);
  return (
    <Group gap="xs">
      <Text size="xs" id={id}>
        {t('automation.label')}
      </Text>
      <SegmentedControl
        size="xs"
        aria-labelledby={id}
        value={rule?.mode ?? ''}
        disabled={rule === null}
        onChange={(mode) => setAsked(mode as ClusterRuleMode)}
        data={MODES.map((value) => ({ value, label: t(`automation.${value}`) }))}
      />
      {rule?.switchedBy && rule.switchedAt && (
        <Hint size="xs">
          {t('automation.by', { email: rule.switchedBy.email })} <RelativeTime at={rule.switchedAt} />
          {rule.lastRunAt && (
            <>
              {' · '}
              {t('automation.last')} <RelativeTime at={rule.lastRunAt} />
            </>
          )}
        </Hint>
      )}
      <ActionDialog
        isOpen={asked !== null}
        title={t('automation.title')}
        confirm={t('automation.confirm', { mode: t(`automation.${asked ?? 'off'}`) })}
        act={async () => asked && set(asked)}
        onClose={() => setAsked(null)}
      >
        <Text size="sm">{rule && asked && t(`automation.ask.${rule.rule}.${asked}`)}</Text>
      </ActionDialog>
    </Group>
  );
}
