import { ActionIcon, Kbd, Modal, Table } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openSearch } from '../../../components/app-frame/open-search.ts';
import { consoleKey } from './console-key.ts';
import './texts.ts';

const SHEET = [
  ['filter', ['/']],
  ['find', ['Ctrl K']],
  ['move', ['j', 'k', '↓', '↑']],
  ['ends', ['g', 'G']],
  ['describe', ['d', 'Enter']],
  ['logs', ['l']],
  ['expand', ['Enter', '→', '←']],
  ['remove', ['Delete']],
  ['leave', ['Esc']],
  ['sheet', ['?']],
] as const;

/** The keys of a screen of the console, and the sheet that tells them. */
export function ConsoleKeys() {
  const { t } = useTranslation('clusterKeyboard');
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = consoleKey(event, document);
      if (!act) return;
      event.preventDefault();
      if (act.kind === 'focus') act.element.focus();
      else if (act.kind === 'search') openSearch();
      else setIsOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('open')}
        title={t('open')}
        aria-keyshortcuts="?"
        onClick={() => setIsOpen(true)}
      >
        <IconKeyboard size={18} stroke={1.6} />
      </ActionIcon>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={t('title')}>
        <Table>
          <Table.Tbody>
            {SHEET.map(([name, keys]) => (
              <Table.Tr key={name}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  {keys.map((key) => (
                    <Kbd key={key} me={4}>
                      {key}
                    </Kbd>
                  ))}
                </Table.Td>
                <Table.Td>{t(`keys.${name}`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Modal>
    </>
  );
}
