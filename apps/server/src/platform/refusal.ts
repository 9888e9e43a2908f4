import type { FieldFault } from '@switchyard/contracts/errors';
import { type RefusalCode, type RefusalData, refusals } from '@switchyard/contracts/refusals';
import { faultAt, faultOf } from '@switchyard/contracts/text/faults';
import { type Issue, textOfIssue } from '@switchyard/contracts/text/issues';
import { type Text, TextError } from '@switchyard/contracts/text/text';

/**
 * A request that was understood but will not be carried out: the only way in which actions, queries and edges of any
 * domain refuse. Each edge (web API, plain HTTP, tool, job) translates it once. Nothing has been changed when it is
 * thrown.
 */
export class Refusal<Code extends RefusalCode = RefusalCode> extends TextError {
  override readonly name = 'Refusal';
  readonly code: Code;
  readonly data: RefusalData<Code>;

  /** @param text for the person who made the request; the text of the code if omitted */
  constructor(
    code: Code,
    ...[data, text]: RefusalData<Code> extends undefined
      ? [data?: undefined, text?: Text]
      : [data: RefusalData<Code>, text?: Text]
  ) {
    super(text ?? { code });
    this.code = code;
    this.data = data as RefusalData<Code>;
  }

  /** HTTP status. */
  get status(): number {
    return refusals[this.code].status;
  }
}

/** Refusal for input fields that cannot be accepted, each with its fault. */
export const invalid = (faults: FieldFault[]): Refusal<'INVALID'> => new Refusal('INVALID', { faults });

/** Converts a schema's issues to faults by field. */
export const faultsOf = (issues: readonly Issue[]): FieldFault[] =>
  issues.flatMap((issue) => {
    const { path = [], keys } = issue;
    const fieldAt = (...more: string[]) =>
      [...path.map((part) => String(typeof part === 'object' ? part.key : part)), ...more].join('.');
    if (keys) return keys.map((key) => faultAt(fieldAt(key), 'unknownField'));
    return faultOf(fieldAt(), textOfIssue(issue));
  });

/** Throws the refusal of a policy, if there is one. @throws Refusal */
export function authorize(refusal: Refusal | null): void {
  if (refusal) throw refusal;
}
