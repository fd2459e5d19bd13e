import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Table } from '../../../ui/table.tsx';
import type { ApiKey, Mode, Usage } from '../../api.ts';
import { ModeBadge } from '../mode-badge.tsx';
import { QuotaBar } from '../quota-bar.tsx';
import { TEXT } from './text.ts';

type Row = {
  id: string;
  name: string;
  mode: Mode;
  requests: number;
  certificates: number;
  key: ApiKey | undefined;
};

type KeyUsageProps = { sources: Usage['keys']; keys: readonly ApiKey[] };

/** The usage of each key in the period, and the part of its monthly quota that it has used. */
export function KeyUsage({ sources, keys }: KeyUsageProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const rows = rowsOf(sources, keys, text.dashboard, text.unnamed);
  return (
    <Card title={text.keysTitle} note={text.keysNote} flush>
      {rows.length === 0 ? (
        <EmptyState icon="chart" title={text.nothingTitle}>
          {text.nothing}
        </EmptyState>
      ) : (
        <Table
          caption={text.keysTitle}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              label: text.columns.key,
              cell: ({ name, mode }) => (
                <span className="row gap-small">
                  <bdi>{name}</bdi>
                  <ModeBadge mode={mode} />
                </span>
              ),
            },
            {
              label: text.columns.requests,
              kind: 'number',
              cell: ({ requests }) => formats.number(requests),
            },
            {
              label: text.columns.certificates,
              kind: 'number',
              cell: ({ certificates }) => formats.number(certificates),
            },
            {
              label: text.columns.month,
              cell: ({ key, name }) =>
                key === undefined ? (
                  <span className="muted">{text.noQuota}</span>
                ) : (
                  <QuotaBar label={text.monthOf(name)} used={key.month_requests} quota={key.monthly_quota} />
                ),
            },
          ]}
        />
      )}
    </Card>
  );
}

/** Includes active keys without requests. */
function rowsOf(
  sources: Usage['keys'],
  keys: readonly ApiKey[],
  dashboard: string,
  unnamed: string,
): readonly Row[] {
  const used = sources.map((source) => ({
    ...source,
    id: `${source.key_id ?? 'dashboard'} ${source.mode}`,
    name: source.key_id === null ? dashboard : (source.name ?? unnamed),
    key: keys.find(({ id }) => id === source.key_id),
  }));
  const idle = keys.filter(
    ({ id, status }) => status === 'active' && !sources.some(({ key_id }) => key_id === id),
  );
  return [...used, ...idle.map((key) => ({ ...key, key, requests: 0, certificates: 0 }))];
}
