import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { UsageDay } from '../../api.ts';
import { TEXT } from './text.ts';

/** The period in four numbers. */
export function Totals({ days }: { days: readonly UsageDay[] }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const sum = (field: keyof Omit<UsageDay, 'date'>) => days.reduce((total, day) => total + day[field], 0);
  const [requests, ok, client, server] = [
    sum('requests'),
    sum('ok'),
    sum('client_errors'),
    sum('server_errors'),
  ];
  return (
    <dl className="usage-totals">
      <Total
        label={text.totals.requests}
        value={formats.number(requests)}
        note={text.perDay(formats.decimal(requests / Math.max(days.length, 1)))}
      />
      <Total
        label={text.totals.certificates}
        value={formats.number(sum('certificates'))}
        note={text.inTest(formats.number(sum('test_certificates')))}
      />
      <Total label={text.totals.success} value={requests === 0 ? '–' : formats.percent(ok / requests)} />
      <Total
        label={text.totals.errors}
        value={formats.number(client + server)}
        note={text.share(formats.number(client), formats.number(server))}
      />
    </dl>
  );
}

function Total({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div className="card usage-total">
      <dt>{label}</dt>
      <dd className="usage-total-value">{value}</dd>
      {note && <dd className="muted small">{note}</dd>}
    </div>
  );
}
