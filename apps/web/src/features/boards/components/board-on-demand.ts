import { lazy } from 'react';
import { withTexts } from '../../../lib/i18n/texts-on-demand.ts';

// Loaded on demand, so that the board appears sooner.
export const AutomationsDrawer = lazy(async () => ({
  default: (await withTexts(import('../automations/automations-drawer.tsx'))).AutomationsDrawer,
}));
export const ShareDialog = lazy(async () => ({
  default: (await withTexts(import('../shares/share-dialog.tsx'))).ShareDialog,
}));
export const ColumnDialog = lazy(async () => ({
  default: (await withTexts(import('./column-dialog.tsx'))).ColumnDialog,
}));
export const DeletedItems = lazy(async () => ({
  default: (await withTexts(import('./deleted-items.tsx'))).DeletedItems,
}));
export const ImportDialog = lazy(async () => ({
  default: (await withTexts(import('./import-dialog.tsx'))).ImportDialog,
}));
export const ItemPanel = lazy(async () => ({
  default: (await withTexts(import('./item-panel.tsx'))).ItemPanel,
}));
export const DatedView = lazy(async () => ({
  default: (await withTexts(import('./dated-views.tsx'))).DatedView,
}));
