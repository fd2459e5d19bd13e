import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Table } from '../../../ui/table.tsx';
import type { UsageDay } from '../../api.ts';
import { TEXT } from './text.ts';

/** The charts as numbers, newest day first, for screen readers and for copying. */
export function DayTable({ days }: { days: readonly UsageDay[] }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const count = (label: string, field: keyof Omit<UsageDay, 'date'>) => ({
    label,
    kind: 'number' as const,
    cell: (day: UsageDay) => formats.number(day[field]),
  });
  return (
    <Disclosure className="usage-days" summary={text.asTable}>
      <div className="card">
        <Table
          caption={text.dayTable}
          rows={[...days].reverse()}
          rowKey={({ date }) => date}
          columns={[
            { label: text.columns.day, cell: ({ date }) => <time dateTime={date}>{formats.day(date)}</time> },
            count(text.columns.requests, 'requests'),
            count(text.columns.ok, 'ok'),
            count(text.columns.client, 'client_errors'),
            count(text.columns.server, 'server_errors'),
            count(text.columns.liveCertificates, 'certificates'),
            count(text.columns.testCertificates, 'test_certificates'),
          ]}
        />
      </div>
    </Disclosure>
  );
}
