import i18next, { type i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';

let english: i18n | undefined;

/** The same texts, in English whatever the chosen language. */
function inEnglish(): i18n {
  english ??= i18next.cloneInstance({ lng: 'en' });
  return english;
}

/**
 * Screens whose words the specification fixes: they are English, and read from left to right, whatever the language
 * around them. What they share with other screens, such as a table or a list of events, is English in them, too.
 */
export function InEnglish({ children }: { children: ReactNode }) {
  return (
    <I18nextProvider i18n={inEnglish()}>
      <div lang="en" dir="ltr" style={{ display: 'contents' }}>
        {children}
      </div>
    </I18nextProvider>
  );
}
