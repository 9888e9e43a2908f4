import { invalid, Refusal } from '../../platform/refusal.ts';

/** What our fields are called by programs, by how their paths begin. */
type Names = readonly (readonly [ours: string, theirs: string])[];

/** Has what is refused for fields of ours refused for those that the caller has sent. */
export async function naming<Result>(names: Names, work: () => Promise<Result>): Promise<Result> {
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
