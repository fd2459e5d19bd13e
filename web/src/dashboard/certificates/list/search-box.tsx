/** Searches by words, by a pasted SHA-256, or by a file, which is hashed in the browser. */

import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { hashFile, hexOf } from '../../../hashing/hash-file.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useWords } from '../../../ui/use-words.ts';
import { parseSha256 } from './list-query.ts';
import { TEXT } from './text.ts';

type SearchBoxProps = {
  q: string;
  onWords: (q: string) => void;
  /** Without `file` when the hash was pasted. */
  onHash: (sha256: string, file?: File) => void;
  /** More buttons in the same line. */
  children?: ReactNode;
};

export function SearchBox({ q, onWords, onHash, children }: SearchBoxProps) {
  const text = useText(TEXT);
  const [isOver, setOver] = useState(false);
  const { progress, find } = useFindByFile(onHash);
  const [words, setWords] = useWords(q, onWords);
  const picker = useRef<HTMLInputElement>(null);
  const hintId = useId();

  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const hash = parseSha256(event.target.value);
    if (hash === undefined) return setWords(event.target.value);
    setWords('');
    onHash(hash);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    find(event.dataTransfer.files[0]);
  };
  return (
    <div className="stack gap-small">
      <div className="search-row">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button beside it does the same. */}
        <div
          className={classNames('search', isOver && 'search-over')}
          onDragEnter={() => setOver(true)}
          onDragOver={(event) => event.preventDefault()}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <Icon name={isOver ? 'upload' : 'search'} />
          <input
            type="search"
            className="input"
            aria-label={text.searchLabel}
            aria-describedby={hintId}
            placeholder={isOver ? text.dropToFind : text.search}
            maxLength={200}
            value={words}
            onChange={type}
          />
        </div>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={text.findFile}
          onChange={(event) => {
            find(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button icon="document" onClick={() => picker.current?.click()} title={text.findFileHint}>
          {text.findFile}
        </Button>
        {children}
      </div>
      <p id={hintId} className="visually-hidden">
        {text.findFileHint}
      </p>
      <p className="small muted" role="status">
        {progress && (progress.isUnreadable ? text.unreadable : text.hashing(progress.name))}
      </p>
    </div>
  );
}

type FindProgress = { name: string; isUnreadable: boolean } | undefined;

function useFindByFile(onHash: SearchBoxProps['onHash']) {
  const [progress, setProgress] = useState<FindProgress>();
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);

  const find = async (file: File | undefined) => {
    if (file === undefined) return;
    running.current.abort();
    const own = new AbortController();
    running.current = own;
    setProgress({ name: file.name, isUnreadable: false });
    try {
      const digest = await hashFile(file, 'SHA-256', { signal: own.signal });
      setProgress(undefined);
      onHash(hexOf(digest), file);
    } catch {
      if (!own.signal.aborted) setProgress({ name: file.name, isUnreadable: true });
    }
  };
  return { progress, find };
}
