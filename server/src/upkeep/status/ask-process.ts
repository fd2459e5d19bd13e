/** Reads conditions that only a running process knows, from the `/metrics` of the process on this machine. */

import { CONDITION_NAMES, type ConditionName } from '../conditions/conditions.ts';

const ANSWER_WITHIN_MS = 3_000;

type Listening = { host: string; port: number; metricsAddress: string | undefined };

/**
 * Asks the process. Undefined if no process of this database answers. `owners` are the numbers of its processes,
 * because the server of somebody else may have the port.
 */
export async function askProcess(
  listening: Listening,
  owners: readonly number[],
): Promise<ConditionName[] | undefined> {
  for (const address of addressesOf(listening)) {
    const told = await readMetrics(address);
    if (told !== undefined && isOneOf(told, owners)) return conditionsIn(told);
  }
  return undefined;
}

function addressesOf({ host, port, metricsAddress }: Listening): string[] {
  const isAny = host === '0.0.0.0' || host === '::' || host === 'localhost';
  const name = isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return [
    ...(metricsAddress === undefined ? [] : [metricsAddress]),
    ...(port === 0 ? [] : [`${name}:${port}`]),
  ];
}

async function readMetrics(address: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answer = await fetch(`http://${address}/metrics`, { signal, redirect: 'error' });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}

function isOneOf(told: string, owners: readonly number[]): boolean {
  const numbers = [...told.matchAll(/^sello_process\{number="(\d+)"\} [1-9]/gm)].map(([, number]) =>
    Number(number),
  );
  return numbers.some((number) => owners.includes(number));
}

function conditionsIn(told: string): ConditionName[] {
  const found = new Set(
    [...told.matchAll(/^sello_condition\{condition="(\w+)",level="\w+"\} [1-9]/gm)].map(([, name]) => name),
  );
  return CONDITION_NAMES.filter((name) => found.has(name));
}
