import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type DriverCapabilities, EXTENSION_DRIVER } from '@switchyard/contracts/engine/driver-capabilities';
import type { AnyDriver, PersonCalls, TestCalls } from './driver-calls.ts';
import { IpcPeer } from './ipc-peer.ts';

const programOf = (driver: AnyDriver) =>
  fileURLToPath(new URL(driver === EXTENSION_DRIVER ? 'extension-process.ts' : 'driver-process.ts', import.meta.url));

export interface HostSetup {
  driver: AnyDriver;
  url: string;
  profilesDirectory: string;
}

/** A process with one driver loaded in it, for any number of lives. */
export class DriverHost {
  readonly call: IpcPeer<PersonCalls>['call'];
  readonly capabilities: DriverCapabilities;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, peer: IpcPeer<PersonCalls>, capabilities: DriverCapabilities) {
    this.#child = child;
    this.call = peer.call.bind(peer);
    this.capabilities = capabilities;
  }

  /** Starts the process and loads the driver. */
  static async start(setup: HostSetup, answers: TestCalls): Promise<DriverHost> {
    const chromium = process.env.CHROMIUM ?? null;
    const { PATH, HOME } = process.env;
    // Files that a killed process leaves in the temporary folder are removed with the profiles.
    const environment = { PATH, HOME, TMPDIR: setup.profilesDirectory };
    const child = fork(programOf(setup.driver), { execArgv: [], env: environment, serialization: 'advanced' });
    const peer = new IpcPeer<PersonCalls>(child, answers);
    child.on('error', () => peer.end());
    child.on('exit', () => peer.end());
    return new DriverHost(child, peer, await peer.call('load', { ...setup, chromium }));
  }

  /** Ends the process like a crash. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}
