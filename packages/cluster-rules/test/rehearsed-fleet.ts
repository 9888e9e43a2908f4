const MEGABYTE = 1024 ** 2;
const GIGABYTE = 1024 ** 3;
/** The interval of metrics-server. */
export const MEASURE_MS = 15_000;
const MINUTE_MS = 60_000;

/** How a pod's memory behaves. */
interface RehearsedPod {
  baseBytes: number;
  /** Garbage accumulates up to this over `periodMinutes` and is collected at once. */
  garbageBytes: number;
  periodMinutes: number;
  phase: number;
  leakBytesPerMinute: number;
  leaksFromMinute: number;
}

interface Burst {
  fromMinute: number;
  minutes: number;
  bytes: number;
}

export interface RehearsedNode {
  name: string;
  capacityBytes: number;
  /** Its pods, each as a function of time since the start to memory usage. */
  pods: ((atMs: number) => number)[];
  /** When its last pod begins to leak. */
  leaksFromMs: number;
  /** Measured memory, including noise, at a time since the start. Call with rising times: a full node is relieved. */
  measure(atMs: number): number;
}

/**
 * A fleet of nodes whose memory behaves realistically: garbage collected at different paces (on some nodes by one large
 * heap), leaks that begin at some time and end when their pod is killed, noise, and unforeseeable bursts. The same seed
 * makes the same fleet.
 */
export function rehearseFleet(seed: number, nodeCount: number, hours: number): RehearsedNode[] {
  const random = randomOf(seed);
  return Array.from({ length: nodeCount }, (_, at) => rehearseNode(`node-${seed}-${at}`, random, hours * 60));
}

function rehearseNode(name: string, random: () => number, minutes: number): RehearsedNode {
  const between = (low: number, high: number) => low + random() * (high - low);
  const capacityBytes = ([8, 30, 60][Math.floor(random() * 3)] ?? 30) * GIGABYTE;
  const fullAt = capacityBytes * between(0.35, 0.8);
  const podCount = Math.max(3, Math.round(capacityBytes / (2 * GIGABYTE)));
  const hasLargeHeap = random() < 0.25;
  const pods: RehearsedPod[] = Array.from({ length: podCount }, (_, at) => {
    const isLarge = hasLargeHeap && at === 0;
    const garbageBytes = isLarge ? capacityBytes * between(0.06, 0.14) : (fullAt / podCount) * between(0, 0.3);
    return {
      baseBytes: (fullAt / podCount) * between(0.7, 1.1),
      garbageBytes,
      periodMinutes: isLarge ? between(4, 14) : between(1, 20),
      phase: random(),
      leakBytesPerMinute: 0,
      leaksFromMinute: Number.POSITIVE_INFINITY,
    };
  });
  const leaky = pods.at(-1);
  if (leaky && random() < 0.35) {
    leaky.leakBytesPerMinute = capacityBytes * between(0.001, 0.012);
    leaky.leaksFromMinute = between(0, minutes * 0.8);
  }
  const bursts: Burst[] = [];
  for (let minute = between(0, 240); minute < minutes; minute += between(30, 300)) {
    bursts.push({ fromMinute: minute, minutes: between(1, 5), bytes: capacityBytes * between(0.02, 0.08) });
  }
  const noise = between(0.001, 0.006) * capacityBytes;
  let killedAtMinute: number | null = null;
  const bytesOf = (pod: RehearsedPod, minute: number) => {
    const from = pod === leaky ? Math.max(pod.leaksFromMinute, killedAtMinute ?? 0) : Number.POSITIVE_INFINITY;
    const garbage = pod.garbageBytes * ((minute / pod.periodMinutes + pod.phase) % 1);
    return pod.baseBytes + garbage + pod.leakBytesPerMinute * Math.max(0, minute - from);
  };
  return {
    name,
    capacityBytes,
    pods: pods.map((pod) => (atMs) => bytesOf(pod, atMs / MINUTE_MS)),
    leaksFromMs: (leaky?.leaksFromMinute ?? Number.POSITIVE_INFINITY) * MINUTE_MS,
    measure(atMs) {
      const minute = atMs / MINUTE_MS;
      let bytes = 300 * MEGABYTE + (random() + random() + random() - 1.5) * 2 * noise;
      for (const pod of pods) bytes += bytesOf(pod, minute);
      for (const burst of bursts) {
        if (minute >= burst.fromMinute && minute < burst.fromMinute + burst.minutes) bytes += burst.bytes;
      }
      // The kernel kills the leaking pod when memory runs out; it starts over.
      if (bytes >= capacityBytes * 0.97) killedAtMinute = minute;
      return Math.max(0, Math.min(bytes, capacityBytes));
    },
  };
}

/** Mulberry32: small, and the same everywhere. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
