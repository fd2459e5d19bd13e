/** Runs a change that a member makes in one transaction, as changes of keys are run. */

import type { Database, TransactionQuery } from '../../database/pool.ts';
import { changeOnce } from '../operations/change-once.ts';
import type { Answer, Tools } from '../operations/operation.ts';

export type ChangePorts = Omit<Tools, 'query'> & { records: Database };

export async function changeAsMember<T>(ports: ChangePorts, work: (tools: Tools) => Promise<T>): Promise<T> {
  let made: { value: T } | undefined;
  const run = async (query: TransactionQuery): Promise<Answer> => {
    made = { value: await work({ ...ports, query }) };
    return { status: 200 };
  };
  await changeOnce(ports, undefined, run, () => ({}));
  if (made === undefined) throw new Error('A change was made and gave nothing');
  return made.value;
}
