import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { ApiKey, Usage } from '../../api.ts';
import { TEXT } from './text.ts';

export function MonthCard({ month, keys }: { month: Usage['month']; keys: readonly ApiKey[] }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const active = keys.filter(({ status }) => status === 'active');
  const quota = active.reduce((sum, key) => sum + key.monthly_quota, 0);
  const used = active.reduce((sum, key) => sum + key.month_requests, 0);
  return (
    <Card title={text.month} note={text.monthNote}>
      <div className="stack">
        <ProgressBar
          label={text.monthRequests}
          note={text.of(formats.number(used), formats.number(quota))}
          value={used}
          max={quota}
          tone={quota > 0 && used >= quota * 0.8 ? 'warn' : 'normal'}
        />
        <p className="small">
          {text.monthCertificates(formats.number(month.certificates))}
          <br />
          {text.monthTestCertificates(formats.number(month.test_certificates))}
        </p>
      </div>
    </Card>
  );
}
