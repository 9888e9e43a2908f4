import i18next, { type i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';

let english: i18n | undefined;

/** The same texts in English, whatever the chosen language. */
function inEnglish(): i18n {
  english ??= i18next.cloneInstance({ lng: 'en' });
  return english;
}

/**
 * For screens whose text the specification fixes: English and left to right, whatever the language around them. Shared
 * parts, such as a table or a list of events, are English inside them, too.
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
