import { invalid, Refusal } from '../../platform/refusal.ts';

/** Public names of our fields, by path prefix. */
type Names = readonly (readonly [ours: string, theirs: string])[];

/** Renames the fields of a refusal to those that the caller sent. */
export async function renameFaults<Result>(names: Names, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'INVALID') throw error;
    const { faults } = (error as Refusal<'INVALID'>).data;
    throw invalid(
      faults.map((fault) => {
        const name = names.find(([ours]) => fault.field === ours || fault.field.startsWith(`${ours}.`));
        return name ? { ...fault, field: name[1] } : fault;
      }),
    );
  }
}
