/** User `node` of the image. */
const USER_ID = 1000;
const PROFILES_VOLUME = 'profiles';
const SCRATCH_VOLUME = 'scratch';
const SCRATCH_DIRECTORY = '/tmp';

/** What a container needs and may do on remote machines; parts of a pod's specification. */
export interface Containment {
  environment: Record<string, string>;
  container: object;
  pod: object;
}

/** Processes of this machine are not contained, and nothing claims that they are. */
export const UNCONTAINED: Containment = { environment: {}, container: {}, pod: {} };

/**
 * The least that an engine can work with: the level `restricted` of the Pod Security Standards, and a read-only root
 * file system. `profilesDirectory`: where browsers store their logins, on a volume that outlives a container restart;
 * null without a browser.
 */
export function containerSecurity(profilesDirectory: string | null): Containment {
  const mounts = [{ name: SCRATCH_VOLUME, mountPath: SCRATCH_DIRECTORY }];
  if (profilesDirectory !== null) mounts.push({ name: PROFILES_VOLUME, mountPath: profilesDirectory });
  return {
    // Chromium and others cache in the home directory; the image's own is read-only.
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
