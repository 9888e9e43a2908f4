import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';

const WHOEVER_COMES = { hover: true, focus: true, touch: true };

/**
 * Restarts an engine, or takes its name over from another pod. While the engine is starting, the button stays
 * focusable, does nothing and explains why.
 */
export function RestartButton(props: {
  engine: Pick<Engine, 'abilities' | 'trouble'>;
  isAsking: boolean;
  onRestart: () => void;
  /** Icon only, for a table row. */
  isIcon?: boolean;
}) {
  const { t } = useTranslation('engines');
  const isHeld = !props.engine.abilities.restart && !props.isAsking;
  const shared = {
    loading: props.isAsking,
    // Not `disabled`, so that keyboard users get the explanation too.
    'aria-disabled': isHeld,
    ...(isHeld && { 'data-disabled': true }),
    onClick: () => !isHeld && props.onRestart(),
  };
  // A restart takes the name over from the other pod.
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
