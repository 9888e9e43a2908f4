/** User `node` of the image. */
const USER_ID = 1000;
const PROFILES_VOLUME = 'profiles';
const SCRATCH_VOLUME = 'scratch';
const SCRATCH_DIRECTORY = '/tmp';

/** What a container needs, and may do, on machines that are not ours; parts of a pod's specification. */
export interface Containment {
  environment: Record<string, string>;
  container: object;
  pod: object;
}

/** A process of this machine is what it is: nothing contains it, and nothing claims so. */
export const UNCONTAINED: Containment = { environment: {}, container: {}, pod: {} };

/**
 * As little as an engine can work with: the level `restricted` of the Pod Security Standards, and a root file system
 * that cannot be written to. `profilesDirectory`: where browsers keep their logins, on a volume that outlives a restart
 * of the container; null: there is no browser.
 */
export function contained(profilesDirectory: string | null): Containment {
  const mounts = [{ name: SCRATCH_VOLUME, mountPath: SCRATCH_DIRECTORY }];
  if (profilesDirectory !== null) mounts.push({ name: PROFILES_VOLUME, mountPath: profilesDirectory });
  return {
    // Chromium, among others, keeps caches in the home folder; the image's own cannot be written to.
    environment: { HOME: SCRATCH_DIRECTORY },
    container: {
      volumeMounts: mounts,
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    },
    pod: {
      securityContext: {
        runAsNonRoot: true,
        runAsUser: USER_ID,
        fsGroup: USER_ID,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      volumes: mounts.map(({ name }) => ({ name, emptyDir: {} })),
    },
  };
}
