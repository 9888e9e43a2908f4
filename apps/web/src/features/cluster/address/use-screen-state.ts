import { useCallback, useEffect, useRef, useState } from 'react';
import type { ConsoleSearch } from './console-search.ts';

/** The address follows what is typed after this pause, so that a word is one address and not five. */
const TYPING_PAUSE_MS = 250;

/** The part of the address that belongs to a screen, and how to change it; `replace`: without a step back to the one before. */
export interface Address {
  search: ConsoleSearch;
  onSearch: (search: ConsoleSearch, replace: boolean) => void;
}

/** How a screen's state is written into an address and read from one. What is default is not written; what makes no sense reads as default. */
export interface ScreenAddress<State> {
  read(search: ConsoleSearch): State;
  write(state: State): ConsoleSearch;
}

export interface ScreenState<State> {
  state: State;
  /** A choice: the address changes at once, and the browser's back button undoes it. */
  choose: (change: Partial<State>) => void;
  /** Typing and the like: the address follows after a pause, in place of the one before. */
  type: (change: Partial<State>) => void;
}

/**
 * A screen's state that lives in its address: it survives a reload and can be handed on. The screen changes at once, the address follows; a change
 * of the address from outside (back, a link) changes the screen.
 */
export function useScreenState<State>(screen: ScreenAddress<State>, address: Address): ScreenState<State> {
  const [state, setState] = useState(() => screen.read(address.search));
  const latest = useRef({ state, screen, onSearch: address.onSearch });
  latest.current.onSearch = address.onSearch;
  /** Addresses that were asked for and have not come yet, oldest first. */
  const awaited = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const put = useCallback((change: Partial<State>) => {
    latest.current.state = { ...latest.current.state, ...change };
    setState(latest.current.state);
  }, []);
  const write = useCallback((replace: boolean) => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
    const search = latest.current.screen.write(latest.current.state);
    awaited.current.push(JSON.stringify(search));
    latest.current.onSearch(search, replace);
  }, []);
  const choose = useCallback(
    (change: Partial<State>) => {
      put(change);
      write(false);
    },
    [put, write],
  );
  const type = useCallback(
    (change: Partial<State>) => {
      put(change);
      if (timer.current) clearTimeout(timer.current);
      timer.current = setTimeout(() => write(true), TYPING_PAUSE_MS);
    },
    [put, write],
  );

  const key = JSON.stringify(address.search);
  useEffect(() => {
    const at = awaited.current.indexOf(key);
    if (at >= 0) {
      awaited.current.splice(0, at + 1);
      return;
    }
    if (JSON.stringify(latest.current.screen.write(latest.current.state)) === key) return;
    if (timer.current) clearTimeout(timer.current);
    put(latest.current.screen.read(JSON.parse(key) as ConsoleSearch));
  }, [key, put]);
  useEffect(() => {
    // Whoever leaves the field may be about to follow a link: an address that is written after that would call them back.
    const settle = () => {
      if (timer.current) write(true);
    };
    document.addEventListener('focusout', settle);
    return () => {
      document.removeEventListener('focusout', settle);
      clearTimeout(timer.current ?? undefined);
    };
  }, [write]);
  return { state, choose, type };
}
