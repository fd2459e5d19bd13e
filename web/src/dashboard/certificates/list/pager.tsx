import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import type { Pagination } from '../../api.ts';
import { PAGE_SIZES } from './list-query.ts';
import { TEXT } from './text.ts';

type PagerProps = {
  pagination: Pagination;
  shown: number;
  onChange: (changes: { offset?: number; limit?: number }) => void;
};

export function Pager({ pagination, shown, onChange }: PagerProps) {
  const { limit, offset, has_more } = pagination;
  const total = pagination.total ?? pagination.total_at_least ?? 0;
  const text = useText(TEXT);
  const formats = useFormats();
  /** The buttons are below the list, so a new page is scrolled to its first row. */
  const show = (page: number) => {
    onChange({ offset: page });
    window.scrollTo({ top: 0 });
  };
  return (
    <nav className="pager" aria-label={text.pages}>
      <p className="small muted" role="status">
        {text.range(formats.number(offset + 1), formats.number(offset + shown), formats.number(total))}
      </p>
      {total > PAGE_SIZES[0] && (
        <label className="pager-size small muted">
          <span>{text.size}</span>
          <select
            className="input"
            value={limit}
            onChange={(event) => onChange({ limit: Number(event.target.value) })}
          >
            {PAGE_SIZES.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
      )}
      {(offset > 0 || has_more) && (
        <div className="row gap-small">
          <Button
            size="small"
            icon="back"
            disabled={offset === 0}
            onClick={() => show(Math.max(0, offset - limit))}
          >
            {text.previous}
          </Button>
          <Button size="small" icon="arrow" disabled={!has_more} onClick={() => show(offset + limit)}>
            {text.next}
          </Button>
        </div>
      )}
    </nav>
  );
}
