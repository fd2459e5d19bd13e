import { Icon } from '../../ui/icon.tsx';
import { useWords } from './use-words.ts';

type SearchFieldProps = { label: string; value: string; onWords: (words: string) => void };

export function SearchField({ label, value, onWords }: SearchFieldProps) {
  const [words, setWords] = useWords(value, onWords);
  return (
    <div className="council-search">
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
