import type { ReactNode } from 'react';

/** Screens whose words the specification fixes: they are English, and read from left to right, whatever the language around them. */
export function InEnglish({ children }: { children: ReactNode }) {
  return (
    <div lang="en" dir="ltr" style={{ display: 'contents' }}>
      {children}
    </div>
  );
}
