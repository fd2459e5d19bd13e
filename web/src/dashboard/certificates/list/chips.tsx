import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { STATUS_TEXT } from '../status-badge.tsx';
import type { ListQuery } from './list-query.ts';
import { TEXT } from './text.ts';

type ChipsProps = {
  query: ListQuery;
  /** The file that was dropped onto the search field. */
  file: File | undefined;
  onChange: (changes: Partial<ListQuery>) => void;
  onClear: () => void;
};

/** The active filters of the list, each with a button that removes it. */
export function Chips({ query, file, onChange, onClear }: ChipsProps) {
  const text = useText(TEXT);
  const statuses = useText(STATUS_TEXT);
  const formats = useFormats();
  const { status, type, tag, from, to, sha256 } = query;
  const fingerprint = `${sha256.slice(0, 12)}…${sha256.slice(-6)}`;
  const chips: (readonly [name: keyof ListQuery, label: string, value: string])[] = [
    ['status', text.status, status && statuses[status]],
    ['type', text.type, type],
    ['tag', text.tag, tag],
    ['from', text.from, from && formats.fullDay(from)],
    ['to', text.to, to && formats.fullDay(to)],
    ['sha256', text.byHash, sha256 && (file ? `${file.name} · ${fingerprint}` : fingerprint)],
  ];
  const shown = chips.filter(([, , value]) => value !== '');
  if (shown.length === 0) return null;
  return (
    <ul className="chips" aria-label={text.filters}>
      {shown.map(([name, label, value]) => (
        <li key={name}>
          <button
            type="button"
            className="chip"
            aria-label={text.dropFilter(`${label}: ${value}`)}
            onClick={() => onChange({ [name]: '' })}
          >
            {label}: <bdi>{value}</bdi>
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
      <li>
        <Button variant="quiet" size="small" onClick={onClear}>
          {text.clearFilters}
        </Button>
      </li>
    </ul>
  );
}
