import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeysSheet } from '../../../components/keys/keys-sheet.tsx';
import { isForScreen } from '../../../components/keys/screen-key.ts';
import '../texts.ts';
import type { CalendarView } from './calendar-search.ts';

const VIEW_KEYS: Record<string, CalendarView> = { d: 'day', 3: 'three-days', w: 'week', m: 'month', a: 'agenda' };

const SHEET = [
  ['new', ['n']],
  ['today', ['t']],
  ['step', ['Alt ←', 'Alt →']],
  ['views', ['d', '3', 'w', 'm', 'a']],
  ['search', ['/']],
  ['move', ['↑', '↓', '←', '→']],
  ['open', ['Enter']],
  ['choose', ['x']],
  ['extend', ['Shift ↑', 'Shift ↓']],
  ['leave', ['Esc']],
  ['sheet', ['?']],
] as const;

/** Handlers of the calendar's keyboard shortcuts. */
interface CalendarKeyActions {
  onNew: () => void;
  onToday: () => void;
  onStep: (step: 1 | -1) => void;
  onView: (view: CalendarView) => void;
  /** Toggles the focused message. */
  onToggle: (id: string) => void;
  /** Clears the selection; undefined when nothing is selected. */
  onClear: (() => void) | undefined;
}

/** The calendar's keyboard shortcuts and the sheet that lists them. Arrow keys are handled by the views. */
export function CalendarKeys(actions: CalendarKeyActions) {
  const { t } = useTranslation('messages');
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = actionForKey(event, actions, () => setIsOpen(true));
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  const lines = SHEET.map(([name, keys]) => ({ keys, does: t(`calendar.keys.${name}`) }));
  return <KeysSheet lines={lines} isOpen={isOpen} onOpen={setIsOpen} />;
}

function actionForKey(event: KeyboardEvent, actions: CalendarKeyActions, openSheet: () => void): (() => void) | null {
  if (event.altKey && !event.ctrlKey && !event.metaKey) {
    if (!isForScreen({ ...plain(event), altKey: false }, document)) return null;
    if (event.key === 'ArrowLeft') return () => actions.onStep(-1);
    return event.key === 'ArrowRight' ? () => actions.onStep(1) : null;
  }
  if (!isForScreen(event, document)) return null;
  const key = event.key.toLowerCase();
  const view = VIEW_KEYS[key];
  if (view) return () => actions.onView(view);
  switch (key) {
    case 'n':
      return actions.onNew;
    case 't':
      return actions.onToday;
    case 'x': {
      const id = event.target instanceof HTMLElement && event.target.closest<HTMLElement>('[data-id]')?.dataset.id;
      return id ? () => actions.onToggle(id) : null;
    }
    case 'escape':
      return actions.onClear ?? null;
    case '?':
      return openSheet;
    case '/':
      return () => document.querySelector<HTMLElement>('main [data-filter]')?.focus();
    default:
      return null;
  }
}

const plain = ({ key, target, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent) => ({
  key,
  target,
  ctrlKey,
  metaKey,
  defaultPrevented,
});
