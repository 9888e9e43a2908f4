/**
 * How the console asks for its lists with TanStack Query: by its own clock alone, which goes on in a tab out of sight (auto mode acts there) and
 * while the browser believes to be offline; and without comparing thousands of rows with those before. Nothing is kept for another visit.
 */
export const CONSOLE_POLL = {
  gcTime: 0,
  networkMode: 'always',
  refetchIntervalInBackground: true,
  refetchOnWindowFocus: false,
  retry: false,
  staleTime: 0,
  structuralSharing: false,
} as const;
