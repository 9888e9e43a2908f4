import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';

const WHOEVER_COMES = { hover: true, focus: true, touch: true };

/**
 * Restarts an engine, or has it take the name that another pod has. While it is starting the button stays, can be
 * reached, does nothing and says why.
 */
export function RestartButton(props: {
  engine: Pick<Engine, 'abilities' | 'trouble'>;
  isAsking: boolean;
  onRestart: () => void;
  /** In a table's row, without its word. */
  isIcon?: boolean;
}) {
  const { t } = useTranslation('engines');
  const isHeld = !props.engine.abilities.restart && !props.isAsking;
  const shared = {
    loading: props.isAsking,
    // Not `disabled`: who comes by the keyboard is told, too.
    'aria-disabled': isHeld,
    ...(isHeld && { 'data-disabled': true }),
    onClick: () => !isHeld && props.onRestart(),
  };
  // A restart takes the name from the pod that has it.
  const act = props.engine.trouble?.cause === 'name-taken' ? t('action.takeOver') : t('action.restart');
  const label = isHeld ? t('action.restarting') : act;
  return (
    <Tooltip label={label} disabled={!isHeld && !props.isIcon} multiline maw={260} events={WHOEVER_COMES}>
      {props.isIcon ? (
        <ActionIcon variant="default" size={30} aria-label={label} {...shared}>
          <IconRefresh size={16} />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconRefresh size={16} />} {...shared}>
          {isHeld ? t('action.starting') : act}
        </Button>
      )}
    </Tooltip>
  );
}
