import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { DotsMenu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { type ApiKey, SCOPES } from '../api.ts';
import { May } from '../may.tsx';
import { freshnessOf, unusedDays } from './key-activity.ts';
import { ModeBadge } from './mode-badge.tsx';
import { QuotaBar } from './quota-bar.tsx';
import { SCOPE_TEXT } from './scope-text.ts';
import { TEXT } from './text.ts';

export type KeyAction = 'change' | 'rotate' | 'revoke';

const SOON_MS = 7 * 86_400_000;

/** The number of permissions that are named in the table; more are folded away. */
const MOST_NAMED = 6;

type KeyTableProps = { keys: readonly ApiKey[]; onAction: (action: KeyAction, key: ApiKey) => void };

export function KeyTable({ keys, onAction }: KeyTableProps) {
  const text = useText(TEXT);
  const columns: readonly Column<ApiKey>[] = [
    { label: text.columns.key, cell: (key) => <KeyName apiKey={key} /> },
    { label: text.columns.access, cell: (key) => <Access apiKey={key} /> },
    { label: text.columns.lastUsed, cell: (key) => <LastUsed apiKey={key} /> },
    { label: text.columns.month, cell: (key) => <Month apiKey={key} /> },
    { label: text.columns.expires, cell: (key) => <Expires apiKey={key} /> },
    {
      label: '',
      kind: 'actions',
      cell: (key) => <KeyMenu apiKey={key} onAction={(action) => onAction(action, key)} />,
    },
  ];
  return <Table caption={text.caption} columns={columns} rows={keys} rowKey={({ id }) => id} />;
}

type CellProps = { apiKey: ApiKey };

export function KeyName({ apiKey }: CellProps) {
  const text = useText(TEXT);
  return (
    <div className="key-name">
      <strong>
        <bdi>{apiKey.name}</bdi>
      </strong>
      <code className="key-hint">{apiKey.hint}</code>
      <span className="row gap-small">
        <ModeBadge mode={apiKey.mode} />
        <Badge tone={STATUS_TONES[apiKey.status]}>{text.statuses[apiKey.status]}</Badge>
      </span>
    </div>
  );
}

const STATUS_TONES = { active: 'good', expired: 'warn', revoked: 'bad' } as const;

function Access({ apiKey }: CellProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const hasAll = SCOPES.every((scope) => apiKey.scopes.includes(scope));
  const scopeText = useText(SCOPE_TEXT);
  const names = apiKey.scopes.map((scope) => scopeText[scope]?.short ?? scope);
  return (
    <div className="key-access">
      {hasAll || names.length <= MOST_NAMED ? (
        <span>{hasAll ? text.allScopes : names.join(', ')}</span>
      ) : (
        <details>
          <summary>{text.manyScopes(formats.number(names.length))}</summary>
          {names.join(', ')}
        </details>
      )}
      <span className="muted small">{text.perMinute(formats.number(apiKey.rate_per_minute))}</span>
    </div>
  );
}

function LastUsed({ apiKey }: CellProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const now = new Date();
  const unused = unusedDays(apiKey, now);
  const { last_used_at: usedAt } = apiKey;
  return (
    <div className="key-used">
      <span className={`freshness freshness-${freshnessOf(apiKey, now)}`}>
        {usedAt === null ? (
          text.never
        ) : (
          <time dateTime={usedAt} title={formats.exactTime(usedAt)}>
            {formats.relative(usedAt, now)}
          </time>
        )}
      </span>
      {unused !== undefined && <span className="key-unused">{text.unused(formats.number(unused))}</span>}
    </div>
  );
}

function Month({ apiKey }: CellProps) {
  const text = useText(TEXT);
  return (
    <QuotaBar label={text.monthOf(apiKey.name)} used={apiKey.month_requests} quota={apiKey.monthly_quota} />
  );
}

function Expires({ apiKey }: CellProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { expires_at: endsAt, old_secret_ends_at: oldEndsAt } = apiKey;
  const isActive = apiKey.status === 'active';
  const isSoon = isActive && endsAt !== null && Date.parse(endsAt) - Date.now() < SOON_MS;
  return (
    <div className="key-expires">
      {endsAt === null ? (
        <span className="muted">{text.never}</span>
      ) : (
        <time dateTime={endsAt} title={formats.exactTime(endsAt)}>
          {formats.date(endsAt)}
        </time>
      )}
      {isSoon && <Badge tone="warn">{text.soon}</Badge>}
      {isActive && oldEndsAt !== null && (
        <time className="muted small" dateTime={oldEndsAt} title={formats.exactTime(oldEndsAt)}>
          {text.oldSecretEnds(formats.relative(oldEndsAt, new Date()))}
        </time>
      )}
    </div>
  );
}

function KeyMenu({ apiKey, onAction }: CellProps & { onAction: (action: KeyAction) => void }) {
  const text = useText(TEXT);
  return (
    <DotsMenu label={text.actions(apiKey.name)}>
      <May act="updateKey">
        <MenuItem icon="settings" onSelect={() => onAction('change')}>
          {text.menu.change}
        </MenuItem>
      </May>
      <May act="rotateKey">
        <MenuItem icon="refresh" onSelect={() => onAction('rotate')}>
          {text.menu.rotate}
        </MenuItem>
      </May>
      <MenuItem icon="chart" href={`/usage?key=${encodeURIComponent(apiKey.id)}`}>
        {text.menu.usage}
      </MenuItem>
      <MenuLine />
      <MenuItem icon="trash" tone="danger" onSelect={() => onAction('revoke')}>
        {text.menu.revoke}
      </MenuItem>
    </DotsMenu>
  );
}
