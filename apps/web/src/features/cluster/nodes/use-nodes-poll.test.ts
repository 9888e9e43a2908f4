import { expect, it } from 'vitest';
import '../../../../test/english.ts';
import { ApiError, errorFromBody } from '../../../lib/api/api-error.ts';
import { nodesFailed } from '../rules/error-texts.ts';
import { failureOf, nodesOf } from './use-nodes-poll.ts';

const apiError = (status: number, message: string) => new ApiError({ code: 'X', status, message, requestId: null });

it('spec 001 section 7: the answer is an array or an object with a nodes array', () => {
  expect(nodesOf([])?.nodes).toEqual([]);
  expect(nodesOf({ nodes: [{ name: 'a' }] })?.nodes).toHaveLength(1);
  for (const empty of [null, undefined, '', {}, { nodes: 'x' }]) expect(nodesOf(empty)).toBeNull();
});

it('spec 001 section 8: each failure in its words', () => {
  const failureText = (error: unknown) => nodesFailed(failureOf(error));
  expect(failureText(apiError(0, ''))).toBe('Connection to server failed. Backend service may be unavailable.');
  expect(failureText(apiError(503, 'Kubernetes cannot be reached'))).toBe('Server error: Kubernetes cannot be reached');
  expect(failureText(apiError(403, 'no'))).toBe('Request error: no');
  expect(failureText(new Error('odd'))).toBe('Error: odd');
  expect(failureText(new TypeError('x is undefined'))).toBe('Error: Unknown error occurred');
  expect(failureText(errorFromBody(null, 500, null))).toBe('Server error: Unknown server error');
  expect(failureText('thrown text')).toBe('Error: Unknown error occurred');
});
