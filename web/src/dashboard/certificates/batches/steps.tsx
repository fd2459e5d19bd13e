import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { TEXT } from './text.ts';

const PAGE = 20;

type StepsProps = { offset: number; hasMore: boolean; onChange: (offset: number) => void };

/** To the pages before and after; nothing where there is one page. */
export function Steps({ offset, hasMore, onChange }: StepsProps) {
  const text = useText(TEXT);
  if (offset === 0 && !hasMore) return null;
  return (
    <nav className="batch-steps row gap-small" aria-label={text.pages}>
      <Button
        size="small"
        icon="back"
        disabled={offset === 0}
        onClick={() => onChange(Math.max(0, offset - PAGE))}
      >
        {text.previous}
      </Button>
      <Button size="small" icon="arrow" disabled={!hasMore} onClick={() => onChange(offset + PAGE)}>
        {text.next}
      </Button>
    </nav>
  );
}
