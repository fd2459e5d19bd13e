/** Hashes a copy in the browser and compares it with the certificate. */

import { useEffect, useRef, useState } from 'react';
import { hashFile, hexOf } from '../../../hashing/hash-file.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { Certificate } from '../../api.ts';
import { TEXT } from './text.ts';

type Certified = Certificate['file']['digest'];

type Comparison =
  | { state: 'hashing'; name: string; share: number }
  | { state: 'compared'; name: string; digest: string }
  | { state: 'unreadable' };

export function CompareCard({ certified }: { certified: Certified }) {
  const text = useText(TEXT);
  const { comparison, compare, cancel } = useComparison(certified.algorithm);
  return (
    <Card title={text.compare} note={text.compareNote}>
      <div className="stack">
        <DropZone label={text.compareDrop} onFiles={([file]) => void compare(file)} />
        <div aria-live="polite">
          {comparison?.state === 'hashing' && (
            <div className="compare-wait">
              <ProgressBar label={text.comparing(comparison.name)} value={comparison.share} />
              <Button size="small" onClick={cancel}>
                {text.cancel}
              </Button>
            </div>
          )}
          {comparison?.state === 'unreadable' && <Note tone="warn">{text.unreadable}</Note>}
          {comparison?.state === 'compared' && <Outcome {...comparison} certified={certified.value} />}
        </div>
      </div>
    </Card>
  );
}

function Outcome({ name, digest, certified }: { name: string; digest: string; certified: string }) {
  const text = useText(TEXT);
  const isMatch = digest === certified;
  return (
    <div className={`outcome outcome-${isMatch ? 'match' : 'mismatch'}`}>
      <Icon name={isMatch ? 'check' : 'close'} size={24} />
      <div>
        <p className="outcome-head">{isMatch ? text.match : text.mismatch}</p>
        <p className="small">
          <bdi>{isMatch ? text.matchWhy(name) : text.mismatchWhy(name)}</bdi>{' '}
          {!isMatch && <span className="mono">{digest}</span>}
        </p>
      </div>
    </div>
  );
}

function useComparison(algorithm: Certified['algorithm']) {
  const [comparison, setComparison] = useState<Comparison>();
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);

  const compare = async (file: File | undefined) => {
    if (file === undefined) return;
    running.current.abort();
    const own = new AbortController();
    running.current = own;
    const { name } = file;
    const show = (next: Comparison) => !own.signal.aborted && setComparison(next);
    show({ state: 'hashing', name, share: 0 });
    try {
      const digest = await hashFile(file, algorithm, {
        signal: own.signal,
        onProgress: (share) => show({ state: 'hashing', name, share }),
      });
      show({ state: 'compared', name, digest: hexOf(digest) });
    } catch {
      show({ state: 'unreadable' });
    }
  };
  const cancel = () => {
    running.current.abort();
    setComparison(undefined);
  };
  return { comparison, compare, cancel };
}
