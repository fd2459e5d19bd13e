/** Shows what a batch will certify and what it uses up, before it is sent. */

import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { api } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { ME } from '../../people/session.ts';
import { useChange } from '../../use-change.ts';
import { PriceLine, TooMuch, usePrice } from '../upload/price.tsx';
import { BatchFiles } from './batch-files.tsx';
import type { Hashed } from './hash-files.ts';
import { findKnown, type Row, rowsOf, sentOf } from './price-batch.ts';
import { TEXT } from './text.ts';

type AskProps = { hashed: Hashed; onCancel: () => void };

export function AskBatch({ hashed, onCancel }: AskProps) {
  const { create: text } = useText(TEXT);
  const [mode] = useMode();
  const found = useQuery({
    queryKey: ['known', mode, useId()],
    queryFn: async () => {
      const lookUp = async (hashes: readonly string[]) =>
        (await api.verifyHashes({ hashes }, { mode })).results;
      return rowsOf(hashed.items, await findKnown(hashed.items, lookUp));
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <div className="stack">
      {hashed.left.length > 0 && <Note tone="warn">{text.left(hashed.left.join(', '))}</Note>}
      <Loaded found={found} lines={4}>
        {(rows) => <Priced key={mode} rows={rows} onCancel={onCancel} />}
      </Loaded>
    </div>
  );
}

function Priced({ rows, onCancel }: { rows: readonly Row[]; onCancel: () => void }) {
  const { create: text } = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const [, goTo] = useLocation();
  const [again, setAgain] = useState(false);
  const [titles, setTitles] = useState<ReadonlyMap<number, string>>(new Map());
  const [isShared, setIsShared] = useState(false);
  const items = sentOf(rows, again, titles);
  const doubles = rows.filter(({ standing }) => standing !== 'new').length;
  const price = usePrice(items.length);
  const stamp = isShared ? ('shared' as const) : ('own' as const);
  const send = useChange(() => api.createBatch({ items, stamp }, { mode }), {
    refreshes: [['batches'], ME],
    onDone: ({ batch }) => goTo(`/batches/${batch.id}`),
  });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      {rows.length > 0 && (
        <BatchFiles
          rows={rows}
          again={again}
          titles={titles}
          onTitle={(place, title) => setTitles((before) => new Map(before).set(place, title))}
        />
      )}
      {doubles > 0 && (
        <Checkbox label={text.again(formats.number(doubles))} checked={again} onChange={setAgain} />
      )}
      {items.length > 1 && (
        <Checkbox label={text.share} hint={text.shareHint} checked={isShared} onChange={setIsShared} />
      )}
      <TooMuch {...price} />
      {send.error && <Note tone="bad">{send.error.message}</Note>}
      <div className="batch-send">
        {rows.length > 0 && <PriceLine {...price} />}
        <Button onClick={onCancel}>{text.other}</Button>
        {items.length > 0 && !price.isTooMuch && (
          <Button
            ref={button}
            variant="primary"
            icon="shield"
            busy={send.isPending}
            onClick={() => send.mutate()}
          >
            {items.length === 1 ? text.sendOne : text.send(formats.number(items.length))}
          </Button>
        )}
      </div>
      {rows.length > 0 && mode === 'live' && <p className="muted small">{text.givenBack}</p>}
    </>
  );
}
