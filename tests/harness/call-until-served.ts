import type { TestCall, TestSello } from './test-sello.ts';

/**
 * Repeats the call after a 503, as callers do: on a busy machine the database may be slow. A lasting 503 is a fault.
 */
export async function callUntilServed(
  sello: Pick<TestSello, 'call'>,
  method: string,
  url: string,
  call: TestCall,
) {
  let answer = await sello.call(method, url, call);
  for (let tries = 0; tries < 10 && answer.status === 503; tries += 1)
    answer = await sello.call(method, url, call);
  return answer;
}

/** The lines about faults in a server's log, without those caused by a slow database. */
export function faultsIn({ logLines }: Pick<TestSello, 'logLines'>): string[] {
  const faults = logLines.filter((line) => line.includes('"level":"error"'));
  return faults.filter((line) => !line.includes('"error":"storage_unavailable"'));
}
