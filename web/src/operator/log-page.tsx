/** The log of what operators did, with a hash chain of its own. */

import { PlaceContext } from '../dashboard/audit/audit-entry.tsx';
import { AuditLog, useAuditLog } from '../dashboard/audit/audit-page.tsx';
import { Page } from '../dashboard/page.tsx';
import { useText } from '../i18n/use-text.ts';
import { operatorApi } from './api.ts';
import { OPERATOR_TEXT } from './text.ts';

const placeOf = (id: string) => (id.startsWith('acct_') ? `/accounts/${id}` : undefined);

export function LogPage() {
  const { log: text } = useText(OPERATOR_TEXT);
  const log = useAuditLog(['operator', 'log'], operatorApi.listOperatorLog);
  return (
    <Page title={text.title} intro={text.intro}>
      <PlaceContext value={placeOf}>
        <AuditLog log={log} keyNames={new Map()} isFiltered={false} onFilter={undefined} />
      </PlaceContext>
    </Page>
  );
}
