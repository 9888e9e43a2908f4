/**
 * How the console asks for its lists with TanStack Query: by its own clock alone, which goes on in a tab out of sight
 * (auto mode acts there) and while the browser believes to be offline; and without comparing thousands of rows with
 * those before. Nothing is kept for another visit.
 */
export const CONSOLE_POLL = {
  gcTime: 0,
  networkMode: 'always',
  refetchIntervalInBackground: true,
  refetchOnWindowFocus: false,
  retry: false,
  // Else everything would be read again whenever the live connection comes (back) up. It holds for a list that has been
  // read; one that begins with `initialData: null` is read by its own screen alone from the first time on.
  staleTime: 'static',
  structuralSharing: false,
} as const;
