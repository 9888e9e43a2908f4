import { expect, test } from 'vitest';
import { createVerdict, toEngineRow } from './engine-row.ts';
import { anEngine } from './test-engine.ts';

const gateway = anEngine();

test('has every field of the specification', () => {
  expect(toEngineRow(gateway)).toMatchObject({
    id: gateway._id,
    type: 'gateway',
    name: 'Main line',
    status: 'connected',
    domain: 'web.whatsapp.com',
    connectionTime: '2026-11-20T10:00:00Z',
    canDelete: true,
    canRestart: true,
    session: gateway._id,
    qrCode: null,
    isLegacy: false,
  });
});

test('offers neither delete nor restart for the extension, which is connected while its browser is', () => {
  const row = toEngineRow({
    ...gateway,
    type: 'whatsapp-web',
    engineType: 'whatsapp-web',
    isLegacy: true,
    status: 'disconnected',
  });
  expect(row).toMatchObject({ status: 'disconnected', canDelete: false, canRestart: false, isLegacy: false });
});

test('offers delete but not restart for a legacy engine', () => {
  const row = toEngineRow({ ...gateway, engineType: 'vm', isLegacy: true });
  expect(row).toMatchObject({ isLegacy: true, canDelete: true, canRestart: false });
});

test('allows creating by plan and limit; legacy engines and the extension do not count', () => {
  const rows = [gateway, { ...gateway, isLegacy: true }, { ...gateway, type: 'whatsapp-web' as const }].map(
    toEngineRow,
  );
  expect(createVerdict(rows, 0)).toEqual({ kind: 'upgrade' });
  expect(createVerdict(rows, 1)).toEqual({ kind: 'limit', limit: 1 });
  expect(createVerdict(rows, 2)).toEqual({ kind: 'create' });
  expect(createVerdict(rows.slice(1), 1)).toEqual({ kind: 'create' });
});
