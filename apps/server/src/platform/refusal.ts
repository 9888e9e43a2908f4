import type { FieldFault } from '@switchyard/contracts/errors';
import { type RefusalCode, type RefusalData, refusals } from '@switchyard/contracts/refusals';
import { faultAt, faultOf } from '@switchyard/contracts/text/faults';
import { type Issue, textOfIssue } from '@switchyard/contracts/text/issues';
import { type Text, TextError } from '@switchyard/contracts/text/text';

/**
 * What was asked is understood and will not be done: the one way in which actions, queries and edges of any domain say
 * so. Each edge (web API, plain HTTP, tool, job) translates it once. Nothing was changed when it is thrown.
 */
export class Refusal<Code extends RefusalCode = RefusalCode> extends TextError {
  override readonly name = 'Refusal';
  readonly code: Code;
  readonly data: RefusalData<Code>;

  /** @param text in words for the person who asked; left out: those of the code */
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

  /** As HTTP has it. */
  get status(): number {
    return refusals[this.code].status;
  }
}

/** The fields of an input that cannot be accepted, each with what is wrong. */
export const invalid = (faults: FieldFault[]): Refusal<'INVALID'> => new Refusal('INVALID', { faults });

/** What a schema says of an input, by its fields. */
export const faultsOf = (issues: readonly Issue[]): FieldFault[] =>
  issues.flatMap((issue) => {
    const { path = [], keys } = issue;
    const fieldAt = (...more: string[]) =>
      [...path.map((part) => String(typeof part === 'object' ? part.key : part)), ...more].join('.');
    if (keys) return keys.map((key) => faultAt(fieldAt(key), 'unknownField'));
    return faultOf(fieldAt(), textOfIssue(issue));
  });

/** Goes on if nothing speaks against it. @throws the refusal that a policy has answered */
export function authorize(refusal: Refusal | null): void {
  if (refusal) throw refusal;
}
