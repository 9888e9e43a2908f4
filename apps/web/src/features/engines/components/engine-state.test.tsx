import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { faultOf } from '../../../../test/fault-of.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { anEngine } from '../test-engine.ts';
import { EnginesPage } from './engines-page.tsx';
import { RestartButton } from './restart-button.tsx';
import { TroubleNotice } from './trouble.tsx';

const server = fakeServer();
const driver = (name: string, pace: object, isDefault: boolean) => ({
  name,
  pairing: ['qr'],
  domain: 'web.whatsapp.com',
  isDefault,
  pace,
});
const NO_LIMITS = { knownPerMinute: null, newPerMinute: null, burst: 20, dailyCap: null };
const SAFE = { knownPerMinute: 10, newPerMinute: 1, burst: 5, dailyCap: 1_000 };

async function page(engines: ReturnType<typeof anEngine>[]) {
  server.on('GET /api/engines', () => ({ data: engines, total: engines.length }));
  server.on('GET /api/settings', () => ({ demo: null }));
  server.on('GET /api/engine-drivers', () => [driver('simulator', NO_LIMITS, true), driver('baileys', SAFE, false)]);
  server.on('POST /api/engines', () => anEngine());
  server.on('GET /api/engine-extension', () => ({ storeUrl: null }));
  return renderPart(<EnginesPage />);
}

it('a restart cannot be requested twice: the button stays focusable, explains why, and sends nothing', async () => {
  const onRestart = vi.fn();
  const engine = anEngine({ abilities: { logOut: false, refreshQr: false, pairByCode: false, restart: false } });
  const { user } = await renderPart(<RestartButton engine={engine} isRestarting={false} onRestart={onRestart} />);
  await user.tab();
  const button = screen.getByRole('button', { name: 'Starting' });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await screen.findByText(/^It’s starting\. You can restart it again/);
  await user.keyboard('{Enter}');
  expect(onRestart).not.toHaveBeenCalled();
});

it('names the pod that has taken an engine’s name and labels the restart accordingly', async () => {
  const onRestart = vi.fn();
  const trouble = { cause: 'name-taken', detail: 'engine-7-0', exitCode: null, endedAt: null } as const;
  const engine = anEngine({ status: 'disconnected', connection: null, trouble });
  await renderPart(<TroubleNotice trouble={trouble} />);
  expect(screen.getByRole('alert').textContent).toMatch(
    /^An unknown pod is using the name of its pod: engine-7-0Take over/,
  );
  const { user } = await renderPart(<RestartButton engine={engine} isRestarting={false} onRestart={onRestart} />);
  await user.click(screen.getByRole('button', { name: 'Take over' }));
  expect(onRestart).toHaveBeenCalledOnce();
});

it('does not list a silent engine as connected, and shows since when and the known cause', async () => {
  await page([
    anEngine({
      status: 'disconnected',
      connection: null,
      silentSince: new Date(Date.now() - 300_000).toISOString(),
      trouble: { cause: 'overfull', detail: null, exitCode: 5, endedAt: null },
    }),
  ]);
  const row = (await screen.findByText('Disconnected')).closest('tr');
  expect(row?.textContent).toMatch(/Not answering since .*\d{1,2}:\d{2}/);
  expect(row?.textContent).toContain('It stopped because too much was queued');
  expect(row?.textContent).toContain('Not connected');
});

it('shows what to do about a cause', async () => {
  const endedAt = new Date(Date.now() - 120_000).toISOString();
  await renderPart(<TroubleNotice trouble={{ cause: 'out-of-memory', detail: null, exitCode: 137, endedAt }} />);
  const { textContent } = screen.getByRole('alert');
  expect(textContent).toMatch(
    /^It was stopped because it used more memory than allowed \(exit code 137\), 2 min\.? ago/,
  );
  expect(textContent).toContain('raise its memory limit or use a driver that needs less.');
});

it('creates an engine without restrictions at once', async () => {
  server.on('POST /api/sessions', () => anEngine());
  const { user } = await page([]);
  await screen.findByText('No connections yet');
  await user.click(screen.getAllByRole('button', { name: 'Create engine' })[0] as HTMLElement);
  await vi.waitFor(() => expect(server.sent('POST /api/engines')).toHaveLength(1));
  expect(server.sent('POST /api/sessions')[0]?.body).toMatchObject({ driver: 'simulator' });
});

it('creates an engine that WhatsApp may restrict with limits that are shown, editable and validated by the server', async () => {
  const faults = [{ field: 'pace.dailyCap', message: 'Too big.' }];
  server.on('POST /api/sessions', () => refusal(422, 'INVALID', { faults }, 'Some fields need attention.'));
  const { user } = await page([]);
  await screen.findByText('No connections yet');
  await user.click(screen.getAllByRole('button', { name: 'Create another kind of connection' })[0] as HTMLElement);
  await user.click(await screen.findByRole('menuitem', { name: /^Direct/ }));
  const dialog = await screen.findByRole('dialog', { name: 'New connection: Direct' });
  expect(dialog.textContent).toContain('WhatsApp restricts numbers that send too much too fast');
  const first = screen.getByLabelText('Per minute, to new contacts') as HTMLInputElement;
  const cap = screen.getByLabelText('Per day') as HTMLInputElement;
  expect([first.value, cap.value]).toEqual(['1', '1000']);
  await user.clear(first);
  await user.type(first, '2');
  await user.click(dialog.querySelector('button[type=submit]') as HTMLElement);
  await vi.waitFor(() => expect(faultOf(cap)).toBe('Too big.'));
  expect(server.sent('POST /api/sessions')[0]?.body).toMatchObject({
    driver: 'baileys',
    pace: { ...SAFE, newPerMinute: 2 },
  });

  server.on('POST /api/sessions', () => anEngine());
  await user.click(dialog.querySelector('button[type=submit]') as HTMLElement);
  await vi.waitFor(() => expect(server.sent('POST /api/engines')).toHaveLength(1));
});

it('shows which engines the plan holds, with a link to the plan', async () => {
  await page([anEngine({ isHeldByPlan: true })]);
  await screen.findByText(/^Held: your plan allows fewer connections/);
  expect(screen.getByRole('link', { name: 'See the plan' }).getAttribute('href')).toBe('/account-subscription');
});
