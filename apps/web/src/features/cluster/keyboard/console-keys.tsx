import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openSearch } from '../../../components/app-frame/open-search.ts';
import { KeysSheet } from '../../../components/keys/keys-sheet.tsx';
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

/** The shortcuts of a console screen, and the sheet that lists them. */
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
  const lines = SHEET.map(([name, keys]) => ({ keys, does: t(`keys.${name}`) }));
  return <KeysSheet lines={lines} isOpen={isOpen} onOpen={setIsOpen} />;
}
