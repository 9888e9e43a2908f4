import '@fontsource-variable/inter/wght.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from './lib/i18n/i18n.ts';
import { loadChosenLanguage } from './lib/i18n/language.ts';
import { waitForTexts } from './lib/i18n/routes-with-texts.ts';
import { router } from './router.ts';
import './theme/app.css';
import { cssVariables, theme } from './theme/theme.ts';

startI18n();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const show = () =>
  createRoot(root).render(
    <StrictMode>
      <DirectionProvider>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
          <RouterProvider router={router} />
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  );
const language = loadChosenLanguage();
if (language) {
  waitForTexts(Object.values(router.routesById));
  void language.finally(show);
} else show();
