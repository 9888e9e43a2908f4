import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../test/render-part.tsx';
import { errorFromBody } from '../lib/api/api-error.ts';
import { ErrorState } from './error-state.tsx';
import { failureText } from './failure-text.ts';

const CRASH = 'Something went wrong on this page';

it.each([
  [new TypeError("Cannot read properties of undefined (reading 'map')"), CRASH],
  [new SyntaxError('Unexpected token <'), CRASH],
  [new DOMException('The quota has been exceeded.', 'QuotaExceededError'), CRASH],
  ['thrown text', CRASH],
  [errorFromBody(null, 502, null), 'The server answered 502.'],
  [errorFromBody({ message: 'It has already changed.' }, 409, null), 'It has already changed.'],
  [new Error('File parsing error: the file is empty'), 'File parsing error: the file is empty'],
])('describes %s as: %s', (failure, text) => expect(failureText(failure)).toBe(text));

it('a crashed screen shows no technical error text', async () => {
  await renderPart(<ErrorState error={new TypeError('x is undefined')} />);
  expect(screen.queryByText(/undefined/)).toBeNull();
  expect(screen.getByText(CRASH)).not.toBeNull();
});
