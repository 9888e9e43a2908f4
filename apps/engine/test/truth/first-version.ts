import type { EngineServer } from '../../src/connection/server-client.ts';

/**
 * Speaks the protocol's first version to today's server: sends neither attempts nor doubt, returns rows by id only,
 * ignores `over`, and never says that it expects nothing. A server is upgraded before its engines, so such processes
 * work lanes for as long as they live.
 */
export const inFirstVersion = (server: EngineServer): EngineServer => ({
  ...server,
  claim: async ({ generation, limit, resume, holding }) => {
    const request = { generation, limit, resume, ...(holding === undefined ? {} : { holding }) };
    const { over: _, ...answer } = await server.claim(request);
    return answer;
  },
  report: ({ results = [], givenBack = [], ...rest }) =>
    server.report({
      ...rest,
      results: results.map(({ _id, outcome }) => ({ _id, outcome })),
      released: givenBack.map(({ _id }) => _id),
    }),
});
