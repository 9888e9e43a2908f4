/**
 * How the console polls with TanStack Query: only by its own timer, which continues in a hidden tab (auto mode acts
 * there) and while the browser believes to be offline; and without comparing thousands of rows with the previous ones.
 * Nothing is cached for another visit.
 */
export const CONSOLE_POLL = {
  gcTime: 0,
  networkMode: 'always',
  refetchIntervalInBackground: true,
  refetchOnWindowFocus: false,
  retry: false,
  // Otherwise everything would be refetched whenever the live connection is (re)established. Applies to a list that has
  // been read; one with `initialData: null` is first read by its own screen.
  staleTime: 'static',
  structuralSharing: false,
} as const;
