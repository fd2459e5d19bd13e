import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { type ApiKey, api, links, type Usage } from '../../api.ts';
import { Page } from '../../page.tsx';
import { AllowanceCard } from './allowance-card.tsx';
import { DayCharts } from './day-charts.tsx';
import { DayTable } from './day-table.tsx';
import { KeyUsage } from './key-usage.tsx';
import { MonthCard } from './month-card.tsx';
import { daysOf, isPossible, type Period, parsePeriod, toParams } from './period.ts';
import { RequestCard } from './request-card.tsx';
import { TEXT } from './text.ts';
import { Totals } from './totals.tsx';
import { UsageFilters } from './usage-filters.tsx';
import './usage.css';
import { useMay } from '../../may.tsx';

export function UsagePage() {
  const text = useText(TEXT);
  const [params, setParams] = useSearchParams();
  const may = useMay();
  const period = parsePeriod(params);
  const keyId = params.get('key') ?? '';
  const days = daysOf(period, new Date());
  const query = { ...days, ...(keyId && { key_id: keyId }) };
  const keys = useQuery({ queryKey: ['keys'], queryFn: api.listKeys, enabled: may('listKeys') });
  const usage = useQuery({
    queryKey: ['usage', query],
    queryFn: () => api.getUsage(query),
    enabled: isPossible(days),
    placeholderData: keepPreviousData,
  });
  const show = (next: Period, nextKey: string) =>
    setParams({ ...toParams(next), ...(nextKey && { key: nextKey }) }, { replace: true });
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        isPossible(days) && (
          <ButtonLink href={links.exportUsage(query)} external icon="download">
            {text.exportCsv}
          </ButtonLink>
        )
      }
    >
      <UsageFilters
        period={period}
        days={days}
        onPeriod={(next) => show(next, keyId)}
        keys={keys.data?.keys ?? []}
        keyId={keyId}
        onKey={(next) => show(period, next)}
      />
      {!isPossible(days) ? (
        <Note tone="warn">{text.badPeriod}</Note>
      ) : (
        <Loaded found={usage} lines={8} frame="card">
          {(found) => <UsageReport usage={found} keys={keys.data?.keys ?? []} keyId={keyId} />}
        </Loaded>
      )}
      <RequestCard keys={keys.data?.keys ?? []} />
    </Page>
  );
}

function UsageReport({ usage, keys, keyId }: { usage: Usage; keys: readonly ApiKey[]; keyId: string }) {
  return (
    <>
      <Totals days={usage.days} />
      <DayCharts days={usage.days} />
      <DayTable days={usage.days} />
      <KeyUsage sources={usage.keys} keys={keyId ? keys.filter(({ id }) => id === keyId) : keys} />
      <div className="usage-pair">
        <MonthCard month={usage.month} keys={keys} />
        <AllowanceCard />
      </div>
    </>
  );
}
