/** Runs a change that a member makes in one transaction, as changes of keys are run. */

import type { Database, Query } from '../../database/pool.ts';
import { changeOnce } from '../../operations/idempotency.ts';
import type { Answer, Tools } from '../../operations/operation.ts';
import { CONFLICTS } from '../conflicts.ts';

export type ChangePorts = Omit<Tools, 'query'> & { records: Database };

export async function changeAsMember<T>(ports: ChangePorts, work: (tools: Tools) => Promise<T>): Promise<T> {
  let made: { value: T } | undefined;
  const run = async (query: Query): Promise<Answer> => {
    made = { value: await work({ ...ports, query }) };
    return { status: 200 };
  };
  await changeOnce(ports, undefined, run, () => ({}), CONFLICTS);
  if (made === undefined) throw new Error('A change was made and gave nothing');
  return made.value;
}
