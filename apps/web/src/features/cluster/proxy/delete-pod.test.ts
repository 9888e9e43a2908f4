import '../../../../test/english.ts';
import { describe, expect, it } from 'vitest';
import { ApiError, errorFromBody, errorFromFailure } from '../../../lib/api/api-error.ts';
import { logQuery, PROXY_DELETE_BODY, ProxyRefusal, podUrl, streamQuery } from './cluster-proxy.ts';
import { type DeletionCalls, type DeletionChoice, deletePod } from './delete-pod.ts';

const pod = { uid: 'u-1', name: 'engine-1', namespace: 'gateways' };

/** Runs the flow and records everything that happens, in order. */
async function play(behaviour: Partial<DeletionCalls> = {}, choice: DeletionChoice = { cause: 'manual' }) {
  const happened: string[] = [];
  const calls: DeletionCalls = {
    announce: async () => {
      happened.push('announce');
      return { _id: 'entry', resourceVersion: '42' };
    },
    settle: async (_, outcome) => void happened.push(`settle ${outcome}`),
    byProxy: async (_, resourceVersion) => void happened.push(`proxy ${resourceVersion}`),
    byBackend: async () => void happened.push('backend'),
    candidateVersion: async () => {
      happened.push('look');
      return '43';
    },
    report: (_, __, outcome) => void happened.push(`report ${outcome}`),
    ...behaviour,
  };
  const feedback = { done: (text: string) => happened.push(text), info: (text: string) => happened.push(text) };
  await deletePod(pod, choice, calls, feedback).catch((error: Error) => happened.push(`error: ${error.message}`));
  return happened;
}
const refuse = (status: number, message: string) => async () => {
  throw new ProxyRefusal(status, 'No', message);
};
const fail = (message?: string) => async () => {
  throw new Error(message);
};

describe('spec 001 section 4: pod deletion flow', () => {
  it('deletes through the proxy, recorded before and after, and shows the success toast', async () => {
    expect(await play()).toEqual([
      'announce',
      'proxy 42',
      'settle deleted',
      'Pod engine-1 is being gracefully deleted.',
    ]);
  });

  it('falls back to the backend when the proxy is down, and says so', async () => {
    expect(await play({ byProxy: fail('Failed to fetch') })).toEqual([
      'announce',
      'settle failed',
      'Kubectl proxy unavailable, using API deletion...',
      'backend',
      'Pod engine-1 is being gracefully deleted.',
    ]);
  });

  it('does not report an unanswered deletion as failed', async () => {
    const late = async () => {
      throw new DOMException('signal timed out', 'TimeoutError');
    };
    expect(await play({ byProxy: late })).toEqual([
      'announce',
      'Kubectl proxy unavailable, using API deletion...',
      'backend',
      'Pod engine-1 is being gracefully deleted.',
    ]);
  });

  const away = async () => {
    throw errorFromFailure(new TypeError('Failed to fetch'));
  };

  it('also tries the proxy while the backend is down, and stores the deletion for a later report', async () => {
    expect(await play({ announce: away })).toEqual([
      'proxy null',
      'report deleted',
      'Pod engine-1 is being gracefully deleted.',
    ]);
    const candidates = { cause: 'manual', onlyCandidate: true } as const;
    expect(await play({ announce: away }, candidates)).toEqual([
      'look',
      'proxy 43',
      'report deleted',
      'Pod engine-1 is being gracefully deleted.',
    ]);
  });

  it('reports nothing that was not deleted, and an unanswered deletion as unknown', async () => {
    const failed = [
      'Kubectl proxy unavailable, using API deletion...',
      'error: Failed to delete pod: The server cannot be reached.',
    ];
    expect(await play({ announce: away, byProxy: fail('down'), byBackend: away })).toEqual(failed);
    const late = async () => {
      throw new DOMException('signal timed out', 'TimeoutError');
    };
    expect(await play({ announce: away, byProxy: late, byBackend: away })).toEqual(['report requested', ...failed]);
    const candidates = { cause: 'manual', onlyCandidate: true } as const;
    const none = { announce: away, candidateVersion: refuse(409, 'none') };
    expect(await play(none, candidates)).toEqual([
      'error: Failed to delete pod: The pod has just changed; nothing was deleted.',
    ]);
  });

  it('lets no rule delete while the backend, which knows whether others apply it, is down', async () => {
    const happened = await play({ announce: away, byBackend: away }, { cause: 'auto-delete', onlyCandidate: true });
    expect(happened.filter((step) => /^(proxy|look|report)/.test(step))).toEqual([]);
  });

  it.each([
    ['no permission', 'Failed to delete pod: no permission'],
    ['', 'Failed to delete pod: Unknown error'],
  ])('shows an error when the backend fails too: %j', async (message, expected) => {
    const happened = await play({ byProxy: fail('down'), byBackend: fail(message) });
    expect(happened.at(-1)).toBe(`error: ${expected}`);
  });

  it.each([404, 409])(
    'gives the server’s reason for a refusal at once, without blaming the proxy (%d)',
    async (status) => {
      const refused = async () => {
        throw new ApiError({ code: 'POD_GONE', status, message: 'The pod no longer exists.', requestId: null });
      };
      expect(await play({ announce: refused })).toEqual(['error: Failed to delete pod: The pod no longer exists.']);
    },
  );

  it.each([
    [404, false, 'The pod no longer exists.'],
    [409, false, 'The pod has been replaced by another of the same name; nothing was deleted.'],
    [409, true, 'The pod has just changed; nothing was deleted.'],
  ])(
    'says at once, like the server, that the pod vanished between click and delete (%d)',
    async (status, onlyCandidate, text) => {
      const refused = refuse(status, 'the ResourceVersion in the precondition (42) does not match (43) of "engine-1"');
      const happened = await play({ byProxy: refused }, { cause: 'auto-delete', onlyCandidate });
      expect(happened).toEqual(['announce', 'settle failed', `error: Failed to delete pod: ${text}`]);
    },
  );

  it.each([
    [
      'gives no reason',
      async () => {
        throw errorFromBody(null, 500, null);
      },
    ],
    [
      'fails in this page',
      async () => {
        throw new TypeError('x is undefined');
      },
    ],
  ])('shows no technical error text when the backend %s', async (_, byBackend) => {
    const happened = await play({ byProxy: fail('down'), byBackend });
    expect(happened.at(-1)).toBe('error: Failed to delete pod: Unknown error');
  });
});

describe('spec 001 section 7: direct calls', () => {
  it('sends DeleteOptions with gracePeriodSeconds 30 and propagationPolicy Foreground', () => {
    expect(PROXY_DELETE_BODY).toEqual({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      gracePeriodSeconds: 30,
      propagationPolicy: 'Foreground',
    });
  });

  it('encodes pod and namespace names (section 5) and requests 1000 lines, 100 when streaming', () => {
    expect(podUrl('http://127.0.0.1:8181', { namespace: 'a/b', name: 'p?x' })).toBe(
      'http://127.0.0.1:8181/api/v1/namespaces/a%2Fb/pods/p%3Fx',
    );
    expect(logQuery('main')).toBe('tailLines=1000&container=main&timestamps=true');
    expect(streamQuery('a&b')).toBe('follow=true&tailLines=100&container=a%26b&timestamps=true');
  });
});
