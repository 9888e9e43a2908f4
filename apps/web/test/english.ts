import i18next from 'i18next';

// Initialises the texts for tests without a page.
await i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  interpolation: { escapeValue: false },
});
