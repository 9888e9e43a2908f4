const GIBIBYTE = 1024 ** 3;

/** A virtual machine type (spec 001 section 9) and its share of a simulated fleet. */
export interface MachineType {
  name: string;
  /** Short name, used in node names. */
  pool: string;
  cores: number;
  memoryBytes: number;
  share: number;
}

export const MACHINE_TYPES: readonly MachineType[] = [
  { name: 'e2-highmem-8', pool: 'highmem-8', cores: 8, memoryBytes: 60 * GIBIBYTE, share: 0.6 },
  { name: 'e2-highmem-4', pool: 'highmem-4', cores: 4, memoryBytes: 30 * GIBIBYTE, share: 0.25 },
  { name: 'e2-standard', pool: 'standard', cores: 2, memoryBytes: 8 * GIBIBYTE, share: 0.15 },
];
