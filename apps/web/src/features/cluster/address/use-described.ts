import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ConsoleSearch } from './console-search.ts';
import { type DescribedObject, describedAt, withDescribed } from './described.ts';

/** The object described beside this screen, from its address. */
export function useDescribed(): DescribedObject | null {
  return useSearch({ strict: false, select: (search) => describedAt(search as ConsoleSearch) });
}

/**
 * Describes an object beside this screen; null closes it. The browser's back button undoes it. `insteadOf`: a parameter
 * of the screen to drop, such as what was open beside it.
 */
export function useDescribe(): (described: DescribedObject | null, insteadOf?: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (described, insteadOf = '') =>
      void navigate({
        to: '.',
        search: (before) => {
          const { [insteadOf]: _left, ...rest } = before as ConsoleSearch;
          return withDescribed(rest, described);
        },
        resetScroll: false,
      }),
    [navigate],
  );
}
