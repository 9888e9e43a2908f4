import { ActionIcon, Kbd, Modal, Table } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ScreenKey } from './screen-key.ts';
import './texts.ts';

/** All keyboard shortcuts of a screen, behind a button and the key `?`, which the screen handles. */
export function KeysSheet(props: { lines: readonly ScreenKey[]; isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  const { t } = useTranslation('keys');
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        visibleFrom="xs"
        aria-label={t('open')}
        title={t('open')}
        aria-keyshortcuts="?"
        onClick={() => props.onOpen(true)}
      >
        <IconKeyboard size={18} stroke={1.6} />
      </ActionIcon>
      <Modal opened={props.isOpen} onClose={() => props.onOpen(false)} title={t('title')}>
        <Table>
          <Table.Tbody>
            {props.lines.map(
              ({ keys, does }) =>
                does && (
                  <Table.Tr key={does}>
                    <Table.Td style={{ whiteSpace: 'nowrap' }}>
                      {keys.map((key) => (
                        <Kbd key={key} me={4}>
                          {key}
                        </Kbd>
                      ))}
                    </Table.Td>
                    <Table.Td>{does}</Table.Td>
                  </Table.Tr>
                ),
            )}
          </Table.Tbody>
        </Table>
      </Modal>
    </>
  );
}
