import type { EngineServer } from '../../src/connection/server-client.ts';

/**
 * A process that speaks the protocol's first version to the server of today: it tells neither attempts nor doubt, gives
 * rows back by their ids alone, does not hear what is over, and never says that it expects nothing. A server is
 * replaced before its engines are, so such processes work lanes for as long as they live.
 */
export const inFirstVersion = (server: EngineServer): EngineServer => ({
  ...server,
  claim: async ({ generation, limit, resume, holding }) => {
    const asked = { generation, limit, resume, ...(holding === undefined ? {} : { holding }) };
    const { over: _, ...answer } = await server.claim(asked);
    return answer;
  },
  report: ({ results = [], givenBack = [], ...rest }) =>
    server.report({
      ...rest,
      results: results.map(({ _id, outcome }) => ({ _id, outcome })),
      released: givenBack.map(({ _id }) => _id),
    }),
});
