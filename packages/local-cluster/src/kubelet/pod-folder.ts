import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ContainerState, Pod } from '@switchyard/kubernetes/objects';
import { replaceFile } from '../replace-file.ts';
import type { CrashBackoff } from './crash-backoff.ts';
import type { ProcessIdentity } from './process-table.ts';

/** What is saved about a container, so that a restarted local cluster recognizes its process. */
export interface ContainerRecord {
  /** Id of the current or last instance; null before the first. */
  containerId: string | null;
  restartCount: number;
  /** Restart count of the newest started instance, which names its log; null before the first. */
  newestInstance: number | null;
  /** Written before the process starts (`null`) and again once its process id is known. */
  process: ProcessIdentity | null;
  state: ContainerState;
  lastState: ContainerState;
  backoff: CrashBackoff | null;
  /** Whether the cluster stopped it in order, so that it restarts without backoff. */
  stoppedInOrder: boolean;
}

export interface PodRecord {
  pod: Pod;
  containers: Record<string, ContainerRecord>;
}

/** The folder of a pod: its record and its containers' logs. */
export class PodFolder {
  readonly path: string;

  constructor(podsPath: string, uid: string) {
    this.path = join(podsPath, uid);
  }

  create(): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
  }

  save(record: PodRecord): void {
    replaceFile(join(this.path, 'pod.json'), JSON.stringify(record));
  }

  logPath(container: string, restartCount: number): string {
    return join(this.path, `${container}.${restartCount}.log`);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/**
 * Reads all pod records under `podsPath`. A folder without a readable record is a pod that never ran; it is removed.
 */
export function readPodRecords(podsPath: string): PodRecord[] {
  if (!existsSync(podsPath)) return [];
  return readdirSync(podsPath).flatMap((uid) => {
    try {
      return [JSON.parse(readFileSync(join(podsPath, uid, 'pod.json'), 'utf8')) as PodRecord];
    } catch {
      rmSync(join(podsPath, uid), { recursive: true, force: true });
      return [];
    }
  });
}
