/** A batch of files that stay on the device: chosen, hashed here, priced, and sent as fingerprints. */

import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { api } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { ME, useMe } from '../../people/session.ts';
import { useChange } from '../../use-change.ts';
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
      // Cancelled, or the page was left.
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
      return <Ask hashed={stage.hashed} onCancel={() => setStage({ name: 'choose' })} />;
  }
}

/** Says how much of the allowance it will use, before it is sent. */
function Ask({ hashed: { items, left }, onCancel }: { hashed: Hashed; onCancel: () => void }) {
  const { create: text } = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const [, goTo] = useLocation();
  const { data: me } = useMe();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const [isShared, setIsShared] = useState(false);
  const stamp = isShared ? ('shared' as const) : ('own' as const);
  const send = useChange(() => api.createBatch({ items, stamp }, { mode }), {
    refreshes: [['batches'], ME],
    onDone: ({ batch }) => goTo(`/batches/${batch.id}`),
  });
  const rest = me?.allowance.certificates_left ?? 0;
  const isEnough = mode === 'test' || items.length <= rest;
  const [count, available] = [formats.number(items.length), formats.number(rest)];
  return (
    <div className="stack">
      {left.length > 0 && <Note tone="warn">{text.left(left.join(', '))}</Note>}
      {items.length > 0 && (
        <Note tone={isEnough ? 'info' : 'bad'}>
          {mode === 'test' ? text.free(count) : (isEnough ? text.uses : text.notEnough)(count, available)}
        </Note>
      )}
      {items.length > 1 && (
        <Checkbox label={text.share} hint={text.shareHint} checked={isShared} onChange={setIsShared} />
      )}
      {send.error && <Note tone="bad">{send.error.message}</Note>}
      <div className="row gap-small">
        {items.length > 0 && isEnough && (
          <Button
            ref={button}
            variant="primary"
            icon="shield"
            busy={send.isPending}
            onClick={() => send.mutate()}
          >
            {text.send(count)}
          </Button>
        )}
        <Button onClick={onCancel}>{text.other}</Button>
      </div>
    </div>
  );
}
