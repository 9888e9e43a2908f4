import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Codec } from './codecs.ts';
import type { ConsoleSearch } from './console-search.ts';
import { DESCRIBE_PARAMETER, describedAt, withDescribed } from './described.ts';

/** The address follows typing after this pause, so that a word adds one address and not five. */
const TYPING_PAUSE_MS = 250;

export interface ScreenState<State> {
  state: State;
  /** For choices: the address changes at once, and the browser's back button undoes it. */
  choose: (change: Partial<State>) => void;
  /** For typing: the address follows after a pause, replacing the previous one. */
  type: (change: Partial<State>) => void;
}

/**
 * State of a screen kept in its address: it survives a reload and can be shared. The screen changes at once; the
 * address follows, without scrolling. A change of the address from outside (back, a link) changes the screen.
 */
export function useScreenState<State>(screen: Codec<State>): ScreenState<State> {
  const { [DESCRIBE_PARAMETER]: _described, ...own } = useSearch({ strict: false }) as ConsoleSearch;
  const key = JSON.stringify(own);
  const navigate = useNavigate();
  const [state, setState] = useState(() => screen.read(JSON.parse(key)));
  const latest = useRef(state);
  /** Addresses requested but not yet applied, oldest first. */
  const awaited = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const put = useCallback((next: State) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    latest.current = next;
    setState(next);
  }, []);
  const write = useCallback(
    (replace: boolean) => {
      timer.current = undefined;
      const search: ConsoleSearch = screen.write(latest.current);
      awaited.current.push(JSON.stringify(search));
      // The described object is not part of the screen's state, and stays.
      const nextSearch = (before: object) => withDescribed(search, describedAt(before as ConsoleSearch));
      void navigate({ to: '.', search: nextSearch, replace, resetScroll: false });
    },
    [navigate, screen],
  );
  const choose = useCallback(
    (change: Partial<State>) => {
      put({ ...latest.current, ...change });
      write(false);
    },
    [put, write],
  );
  const type = useCallback(
    (change: Partial<State>) => {
      put({ ...latest.current, ...change });
      timer.current = setTimeout(() => write(true), TYPING_PAUSE_MS);
    },
    [put, write],
  );

  useEffect(() => {
    const at = awaited.current.indexOf(key);
    if (at >= 0) awaited.current.splice(0, at + 1);
    else if (JSON.stringify(screen.write(latest.current)) !== key) put(screen.read(JSON.parse(key)));
  }, [key, put, screen]);
  useEffect(() => {
    // A user who leaves the field may be about to follow a link, which a later change of the address would override.
    const settle = () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      write(true);
    };
    document.addEventListener('focusout', settle);
    return () => {
      document.removeEventListener('focusout', settle);
      clearTimeout(timer.current);
    };
  }, [write]);
  return { state, choose, type };
}
