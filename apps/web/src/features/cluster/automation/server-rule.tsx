import { Button, Menu, Text } from '@mantine/core';
import type { ClusterRuleMode } from '@switchyard/contracts/cluster/automation';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { ActionDialog } from '../components/action-dialog.tsx';
import type { ServerRule } from './use-server-rule.ts';
import '../texts.ts';

const MODES: readonly ClusterRuleMode[] = ['off', 'dry-run', 'on'];

/**
 * A rule that the server applies, with a menu that shows who switched it and when it last acted. Changes are confirmed
 * first, since they affect everyone.
 */
export function ServerRuleMenu({ rule, set }: ServerRule) {
  const { t } = useTranslation('cluster');
  const [confirming, setConfirming] = useState<ClusterRuleMode | null>(null);
  return (
    <>
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} />} disabled={rule === null}>
            {t('automation.now', { mode: rule ? t(`automation.${rule.mode}`) : '…' })}
          </Button>
        </Menu.Target>
        <Menu.Dropdown maw={320}>
          <Menu.Label>{t('automation.label')}</Menu.Label>
          {MODES.map((mode) => (
            <Menu.Item
              key={mode}
              disabled={mode === rule?.mode}
              rightSection={mode === rule?.mode && <IconCheck size={16} aria-hidden />}
              onClick={() => setConfirming(mode)}
            >
              {t(`automation.${mode}`)}
            </Menu.Item>
          ))}
          {rule?.switchedBy && rule.switchedAt && (
            <Menu.Label>
              {t('automation.by', { email: rule.switchedBy.email })} <RelativeTime at={rule.switchedAt} />
              {rule.lastRunAt && (
                <>
                  {' · '}
                  {t('automation.last')} <RelativeTime at={rule.lastRunAt} />
                </>
              )}
            </Menu.Label>
          )}
        </Menu.Dropdown>
      </Menu>
      <ActionDialog
        isOpen={confirming !== null}
        title={t('automation.title')}
        confirm={t('automation.confirm', { mode: t(`automation.${confirming ?? 'off'}`) })}
        act={async () => confirming && set(confirming)}
        onClose={() => setConfirming(null)}
      >
        <Text size="sm">{rule && confirming && t(`automation.ask.${rule.rule}.${confirming}`)}</Text>
      </ActionDialog>
    </>
  );
}
