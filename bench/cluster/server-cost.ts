import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Processor time that a process has used, in seconds. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Resident memory of a process, in megabytes. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** Opens the console's stream as so many browsers would, reading and throwing away. @returns ends them, and tells how many bytes came */
export function openStreams(url: string, cookie: string, count: number): () => number {
  const stop = new AbortController();
  let bytes = 0;
  for (let at = 0; at < count; at += 1) {
    fetch(`${url}/api/cluster/stream`, { headers: { cookie }, signal: stop.signal })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`the stream answered ${answer.status}`);
        for await (const chunk of answer.body as ReadableStream<Uint8Array>) bytes += chunk.length;
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) console.error(error);
      });
  }
  return () => {
    stop.abort();
    return bytes;
  };
}
