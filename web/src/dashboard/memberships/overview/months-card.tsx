import { useFormats } from '../../../i18n/formats.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import type { Overview } from '../../api.ts';
import { Bars } from './bars.tsx';
import { TEXT } from './text.ts';

type Month = Overview['months'][number];

/** How many terms end in each month, and how many of these meet their requirements. */
export function MonthsCard({ months }: { months: readonly Month[] }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const name = useMonthName();
  const sum = (field: 'ends' | 'met') =>
    formats.number(months.reduce((total, month) => total + month[field], 0));
  const columns: readonly Column<Month>[] = [
    { label: text.month, cell: ({ month }) => name(month, 'long') },
    { label: text.met, kind: 'number', cell: ({ met }) => formats.number(met) },
    { label: text.unmet, kind: 'number', cell: ({ ends, met }) => formats.number(ends - met) },
    { label: text.total, kind: 'number', cell: ({ ends }) => formats.number(ends) },
  ];
  if (months.every(({ ends }) => ends === 0)) {
    return (
      <Card title={text.monthsTitle} note={text.monthsNote}>
        <p className="chart-empty">{text.monthsNone}</p>
      </Card>
    );
  }
  return (
    <Card title={text.monthsTitle} note={text.monthsNote}>
      <div className="stack">
        <Bars
          summary={text.monthsSummary(sum('ends'), sum('met'))}
          bars={months.map(({ month, ends, met }) => ({
            key: month,
            label: name(month, 'short'),
            value: formats.number(ends),
            parts: [
              { kind: 'plain', size: met },
              { kind: 'striped', size: ends - met },
            ],
          }))}
        />
        <ul className="bar-legend small">
          <li>
            <i className="bar-plain" /> {text.met}
          </li>
          <li>
            <i className="bar-striped" /> {text.unmet}
          </li>
        </ul>
        <Disclosure summary={text.asTable}>
          <Table caption={text.monthsTitle} columns={columns} rows={months} rowKey={({ month }) => month} />
        </Disclosure>
      </div>
    </Card>
  );
}

/** Such as "ene 26", or in full. */
function useMonthName() {
  const language = useLanguage();
  return (month: string, length: 'short' | 'long') =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-US' : 'es-MX', {
      month: length,
      year: length === 'long' ? 'numeric' : '2-digit',
      timeZone: 'UTC',
    }).format(new Date(`${month}-01T00:00:00Z`));
}
