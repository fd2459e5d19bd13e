/** A batch of files that stay on the device: chosen, hashed here, priced, and sent as fingerprints. */

import { useEffect, useRef, useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { AskBatch } from './ask-batch.tsx';
import { type Hashed, hashFiles, MOST_FILES } from './hash-files.ts';
import { TEXT } from './text.ts';

type Stage =
  | { name: 'choose'; tooMany?: number }
  | { name: 'hash'; done: number; total: number; file: string }
  | { name: 'ask'; hashed: Hashed };

export function NewBatch() {
  const { create: text } = useText(TEXT);
  const formats = useFormats();
  const [stage, setStage] = useState<Stage>({ name: 'choose' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const take = async (files: readonly File[]) => {
    if (files.length > MOST_FILES) return setStage({ name: 'choose', tooMany: files.length });
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (done: number, file: string) =>
      setStage({ name: 'hash', done, total: files.length, file });
    try {
      const hashed = await hashFiles(files, { signal: controller.signal, onProgress });
      setStage({ name: 'ask', hashed });
    } catch {
      // The hashing was cancelled, or the page was left.
      if (running.current === controller) setStage({ name: 'choose' });
    }
  };

  switch (stage.name) {
    case 'choose':
      return (
        <div className="stack">
          <DropZone label={text.drop} hint={text.hint} multiple onFiles={(files) => void take(files)} />
          {stage.tooMany !== undefined && (
            <Note tone="bad">{text.tooMany(formats.number(stage.tooMany), formats.number(MOST_FILES))}</Note>
          )}
        </div>
      );
    case 'hash':
      return (
        <div className="stack">
          <ProgressBar
            label={text.hashing(stage.file)}
            note={text.of(formats.number(stage.done), formats.number(stage.total))}
            value={stage.done}
            max={stage.total}
          />
          <div className="row">
            <Button onClick={() => running.current?.abort()}>{text.cancel}</Button>
          </div>
        </div>
      );
    case 'ask':
      return <AskBatch hashed={stage.hashed} onCancel={() => setStage({ name: 'choose' })} />;
  }
}
