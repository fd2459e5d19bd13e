import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../ui/use-words.ts';
import { COUNCIL_TEXT } from './text.ts';

type SearchFieldProps = { label: string; value: string; onWords: (words: string) => void };

export function SearchField({ label, value, onWords }: SearchFieldProps) {
  const [words, setWords] = useWords(value, onWords);
  return (
    <div className="search">
      <Icon name="search" />
      <input
        type="search"
        className="input"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
    </div>
  );
}

type ClearButtonProps = { filters: Readonly<Record<string, string>>; onClear: () => void };

/** Only where there is something to clear. */
export function ClearButton({ filters, onClear }: ClearButtonProps) {
  const text = useText(COUNCIL_TEXT);
  if (Object.values(filters).every((value) => value === '')) return null;
  return (
    <Button variant="quiet" icon="close" onClick={onClear}>
      {text.clearFilters}
    </Button>
  );
}
