/** Sets and lifts legal holds as the operator does, and detects transactions that wait for one. */

import type { HoldTarget } from '../../server/src/holds/hold.ts';
import { addHold, liftHold } from '../../server/src/holds/manage-holds.ts';
import { parseId } from '../../server/src/kernel/ids.ts';
import type { TestSello } from './test-sello.ts';

export function holdsOf({ ports: { records, now, newId }, database }: TestSello) {
  const ports = { database: records, now, newId };
  return {
    add: (id: string, reason = 'Juicio 12/2026') => addHold(ports, targetOf(id), reason),
    lift: (idOrTarget: string) => liftHold(ports, idOrTarget),
    /** Resolves once somebody waits for a lock that another transaction holds. */
    async untilSomebodyWaits(): Promise<void> {
      const WAITING = `select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      while ((await database.query(WAITING)).length === 0);
    },
  };
}

function targetOf(text: string): HoldTarget {
  const [member, certificate, account] = [parseId('mem', text), parseId('cert', text), parseId('acct', text)];
  if (member !== undefined) return { kind: 'member', id: member };
  if (certificate !== undefined) return { kind: 'certificate', id: certificate };
  if (account !== undefined) return { kind: 'account', id: account };
  throw new Error(`nothing can be held by the name ${text}`);
}
