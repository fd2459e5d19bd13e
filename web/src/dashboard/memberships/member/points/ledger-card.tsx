import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Card } from '../../../../ui/card.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { type Column, Table } from '../../../../ui/table.tsx';
import type { Transcript } from '../../../api.ts';
import { TEXT } from './text.ts';

type Entry = Transcript['ledger']['entries'][number];

export function LedgerCard({ transcript: { ledger } }: { transcript: Transcript }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const columns: readonly Column<Entry>[] = [
    { label: text.ledgerColumns.seq, cell: ({ seq }) => seq },
    { label: text.ledgerColumns.kind, cell: ({ kind }) => text.kinds[kind] },
    {
      label: text.ledgerColumns.points,
      cell: ({ kind, lines }) => {
        const points = lines.reduce((sum, line) => sum + line.points, 0);
        return `${kind === 'reversal' ? '−' : '+'}${formats.number(Math.round(Math.abs(points) * 100) / 100)}`;
      },
    },
    { label: text.ledgerColumns.at, cell: ({ at }) => formats.dateTime(at) },
    {
      label: text.ledgerColumns.hash,
      cell: ({ hash }) => (
        <span className="mono" title={hash}>
          {hash.slice(0, 12)}…
        </span>
      ),
    },
  ];
  return (
    <Card title={text.ledger} note={text.ledgerNote}>
      {ledger.entries.length === 0 ? (
        <p className="muted">{text.emptyLedger}</p>
      ) : (
        <Disclosure summary={text.showLedger(formats.number(ledger.entries.length))}>
          <Table
            caption={text.ledger}
            columns={columns}
            rows={ledger.entries}
            rowKey={({ seq }) => String(seq)}
          />
        </Disclosure>
      )}
    </Card>
  );
}
