import { Button } from '@mantine/core';
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMe } from '../../lib/signed-in/use-me.ts';

interface Act {
  label: string;
  onClick: () => void;
}

/**
 * Actions of a list that can be exported and imported: export, import, add; support mode only exports. `children` come
 * before these.
 */
export function ListActions(props: {
  children: ReactNode;
  exports: Act & { isRunning: boolean; isOff?: boolean };
  imports: Act;
  adds: Act;
}) {
  const { exports, imports, adds } = props;
  const { supportMode } = useMe();
  return (
    <>
      {props.children}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={exports.isRunning}
        disabled={exports.isOff === true}
        onClick={exports.onClick}
      >
        {exports.label}
      </Button>
      <Button variant="default" leftSection={<IconUpload size={16} />} disabled={supportMode} onClick={imports.onClick}>
        {imports.label}
      </Button>
      <Button leftSection={<IconPlus size={16} />} disabled={supportMode} onClick={adds.onClick}>
        {adds.label}
      </Button>
    </>
  );
}
