import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { PlainOperation } from '@switchyard/contracts/operation';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { admitRequest } from '../../../platform/http/operations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readInput } from '../../../platform/read-input.ts';
import { networkOf } from '../../simulator/index.ts';
import { playBeats } from './beats.ts';
import { type PlayedPhones, setStage } from './stage.ts';

export const demoLifeOperations = {
  see: { name: 'demo.life', guard: 'member', effect: 'read', scope: null },
  change: { name: 'demo.changeLife', guard: 'member', effect: 'change', scope: null },
} as const satisfies Record<string, PlainOperation>;

const lifeState = z.strictObject({ isOn: z.boolean(), playedOn: z.string().nullable() });
type LifeState = z.infer<typeof lifeState>;
const INITIAL_STATE: LifeState = { isOn: true, playedOn: null };

const changed = z.strictObject({ isOn: z.boolean() });

/**
 * Demo customers who write unprompted: five minutes once a day, after a window has been open for a minute. Whether this
 * is enabled is saved in `DATA_DIR`, next to the simulated network, which also runs in this process.
 */
export function serveDemoLife(server: FastifyInstance, platform: Platform): void {
  const { config, log } = platform;
  const file = join(config.dataDir, 'demo-life.json');
  let underWay: AbortController | null = null;
  const phones = (): PlayedPhones | null =>
    config.demo && config.demoContent === 'full' ? (networkOf(platform)?.phones ?? null) : null;
  const read = async (): Promise<LifeState> => {
    const saved = await readFile(file, 'utf8')
      .then((text): unknown => JSON.parse(text))
      .catch(() => null);
    return lifeState.safeParse(saved).data ?? INITIAL_STATE;
  };
  const save = (state: LifeState) => writeFile(file, JSON.stringify(state));
  const present = async () => ({ isOffered: phones() !== null, isOn: (await read()).isOn });

  server.get('/api/demo/life', async (request) => {
    await admitRequest(request, platform, demoLifeOperations.see);
    return present();
  });

  server.put('/api/demo/life', async (request) => {
    await admitRequest(request, platform, demoLifeOperations.change);
    const { isOn } = readInput(changed, request.body);
    if (phones() !== null) await save({ ...(await read()), isOn });
    if (!isOn) underWay?.abort();
    return present();
  });

  server.post('/api/demo/window', async (request) => {
    const actor = await admitRequest(request, platform, demoLifeOperations.change);
    const played = phones();
    if (played === null || underWay !== null) return { begins: false };
    const state = await read();
    const today = new Date().toISOString().slice(0, 10);
    const stage = state.isOn && state.playedOn !== today ? await setStage(platform, played) : null;
    if (stage?.workspaceId !== actor.workspaceId || underWay !== null) return { begins: false };
    const life = new AbortController();
    underWay = life;
    await save({ ...state, playedOn: today });
    void playBeats(stage, (ms) => setTimeout(ms, undefined, { signal: life.signal, ref: false }))
      .catch((error: unknown) => log.debug({ err: error }, 'the customers of the demo rest'))
      .finally(() => {
        if (underWay === life) underWay = null;
      });
    return { begins: true };
  });

  server.addHook('onClose', async () => underWay?.abort());
}
