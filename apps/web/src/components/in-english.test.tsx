import { render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { InEnglish } from './in-english.tsx';
import './screen-texts.ts';

function CancelWord() {
  return <p>{useTranslation('screen').t('cancel')}</p>;
}

beforeEach(async () => {
  i18next.addResourceBundle('he', 'screen', { cancel: 'ביטול' });
  await i18next.changeLanguage('he');
});
afterEach(async () => {
  await i18next.changeLanguage('en');
  i18next.removeResourceBundle('he', 'screen');
});

it("an operators' screen stays English inside a translated app", () => {
  render(
    <>
      <InEnglish>
        <CancelWord />
      </InEnglish>
      <CancelWord />
    </>,
  );
  expect(screen.getByText('Cancel').closest('[lang="en"][dir="ltr"]')).not.toBeNull();
  expect(screen.getByText('ביטול').closest('[lang="en"]')).toBeNull();
  expect(i18next.language).toBe('he');
});
