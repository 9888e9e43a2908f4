import { expect, it } from 'vitest';
import { addressOf, commandOf, type Document, operationsOf, sampleOf } from './openapi.ts';

const document: Document = {
  info: { title: 'Test' },
  servers: [{ url: 'https://elsewhere.example/api' }],
  paths: {
    '/things/{id}': {
      get: {
        tags: ['b'],
        parameters: [
          { name: 'id', in: 'path' },
          { name: 'limit', in: 'query' },
          { name: 'x', in: 'query' },
        ],
      },
    },
    '/things': {
      post: {
        tags: ['a'],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name', 'at'],
                properties: {
                  name: { type: 'string' },
                  at: { type: 'string', format: 'date-time' },
                  note: { type: 'string' },
                },
              },
            },
          },
        },
      },
    },
  },
};

it('groups operations by tag, with a body of the required fields', () => {
  const operations = operationsOf(document);
  expect(operations.map(({ id }) => id)).toEqual(['POST /things', 'GET /things/{id}']);
  expect(JSON.parse(operations[0]?.bodyExample ?? '')).toEqual({ name: '', at: '2030-01-01T09:00:00Z' });
  expect(operations[1]?.bodyExample).toBeNull();
});

it('calls this server, whatever address the document names, and omits empty fields', () => {
  const [, read] = operationsOf(document);
  if (!read) throw new Error('no operation');
  expect(addressOf(document, read, { id: 'a/b', limit: '5', x: '' })).toBe('/api/things/a%2Fb?limit=5');
});

it('terminates on recursive schemas', () => {
  const endless: { type: string; required: string[]; properties: Record<string, unknown> } = {
    type: 'object',
    required: ['next'],
    properties: {},
  };
  endless.properties.next = endless;
  expect(JSON.stringify(sampleOf(endless as never))).toContain('null');
});

it('quotes what a shell would interpret', () => {
  expect(commandOf('https://x.example', 'POST', '/a', `{"a":"it's"}`)).toContain(`'{"a":"it'\\''s"}'`);
});
