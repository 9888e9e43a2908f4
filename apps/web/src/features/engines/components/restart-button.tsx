import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';

const TOOLTIP_EVENTS = { hover: true, focus: true, touch: true };

/**
 * Restarts an engine, or takes its name over from another pod. While the engine is starting, the button stays
 * focusable, does nothing and explains why.
 */
export function RestartButton(props: {
  engine: Pick<Engine, 'abilities' | 'trouble'>;
  isRestarting: boolean;
  onRestart: () => void;
  /** Icon only, for a table row. */
  isIcon?: boolean;
}) {
  const { t } = useTranslation('engines');
  const isUnavailable = !props.engine.abilities.restart && !props.isRestarting;
  const shared = {
    loading: props.isRestarting,
    // Not `disabled`, so that keyboard users get the explanation too.
    'aria-disabled': isUnavailable,
    ...(isUnavailable && { 'data-disabled': true }),
    onClick: () => !isUnavailable && props.onRestart(),
  };
  // A restart takes the name over from the other pod.
  const action = props.engine.trouble?.cause === 'name-taken' ? t('action.takeOver') : t('action.restart');
  const label = isUnavailable ? t('action.restarting') : action;
  return (
    <Tooltip label={label} disabled={!isUnavailable && !props.isIcon} multiline maw={260} events={TOOLTIP_EVENTS}>
      {props.isIcon ? (
        <ActionIcon variant="default" size={30} aria-label={label} {...shared}>
          <IconRefresh size={16} />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconRefresh size={16} />} {...shared}>
          {isUnavailable ? t('action.starting') : action}
        </Button>
      )}
    </Tooltip>
  );
}
