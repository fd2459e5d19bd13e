/** What each part of the server took, from V8's own profiles of its main thread. */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

type Profile = {
  nodes: readonly { id: number; callFrame: { functionName: string; url: string } }[];
  samples: readonly number[];
  timeDeltas: readonly number[];
};

const SHOWN = 25;
/** Idle time: there was no work that could be saved. */
const IDLE = '(idle)';

/** One table per process, the busiest first. */
export async function describeProfiles(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
  const tables = await Promise.all(
    names.map(async (name) => timeByPart(JSON.parse(await readFile(path.join(folder, name), 'utf8')))),
  );
  tables.sort((a, b) => totalOf(b) - totalOf(a));
  return [
    ...tables.map(toTable),
    `Main thread only, from start to stop: what runs in the pool (files, some hashing) and the collector's helpers are not in it.`,
    `The profiles are in ${folder}; a browser's developer tools open them.\n`,
  ].join('\n');
}

/** Microseconds by part: a room of the server, a package, a module of Node, or what V8 itself did. */
export function timeByPart({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const partOfNode = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [i, id] of samples.entries()) {
    const part = partOfNode.get(id) ?? '(unknown)';
    if (part !== IDLE) times.set(part, (times.get(part) ?? 0) + (timeDeltas[i] ?? 0));
  }
  return times;
}

/** Native functions have no file; they are the largest costs, so each is listed separately. */
function partOf({ url, functionName }: { url: string; functionName: string }): string {
  if (url === '') return functionName || '(native)';
  const [, ofPackage] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
  if (ofPackage !== undefined) return ofPackage;
  const [, room] = /\/(server\/src\/[^/]+(?:\/[^/]+)?|proof\/src\/[^/]+)/.exec(url) ?? [];
  return room ?? url;
}

function totalOf(times: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const us of times.values()) total += us;
  return total;
}

function toTable(times: ReadonlyMap<string, number>): string {
  const total = totalOf(times);
  const rows = [...times].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
  return [
    '',
    '| Part | Time | Share |',
    '| --- | ---: | ---: |',
    ...rows.map(
      ([part, us]) => `| ${part} | ${Math.round(us / 1000)} ms | ${((us / total) * 100).toFixed(1)} % |`,
    ),
    `| all, with those not shown | ${Math.round(total / 1000)} ms | 100 % |`,
    '',
  ].join('\n');
}
