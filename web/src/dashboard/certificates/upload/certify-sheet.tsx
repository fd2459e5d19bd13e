/** Shows what will be sent, what it uses up, and one button. Nothing is sent before the button is pressed. */

import { useRef, useState, useSyncExternalStore } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { useMode } from '../../mode.tsx';
import { useMe } from '../../people/session.ts';
import { useService } from '../../service.ts';
import { DraftRow } from './draft-row.tsx';
import {
  countedOf,
  isReading,
  type Sheet,
  type SheetState,
  sealableOf,
  standingOf,
  uploadsOf,
} from './sheet.ts';
import { SHEET_TEXT } from './sheet-text.ts';
import type { NewUpload } from './upload-queue.ts';

type CertifySheetProps = {
  sheet: Sheet;
  onGo: (uploads: readonly NewUpload[]) => void;
  onClose: () => void;
};

export function CertifySheet({ sheet, onGo, onClose }: CertifySheetProps) {
  const text = useText(SHEET_TEXT);
  const formats = useFormats();
  const state = useSyncExternalStore(sheet.subscribe, sheet.state);
  const [shared, setShared] = useState({ document_type: '', description: '' });
  const [wantsSeals, setWantsSeals] = useState(false);
  const sealable = sealableOf(state).length;
  const price = usePrice(state, wantsSeals ? sealable : 0);
  const count = countedOf(state).length;
  const isReady = count > 0 && !isReading(state) && !price.isTooMuch;
  const submit = count === 1 ? text.certifyOne : text.certifyMany(formats.number(count));
  return (
    <Dialog
      title={text.title}
      wide
      onClose={onClose}
      onSubmit={() => isReady && onGo(uploadsOf(state, shared, wantsSeals))}
      actions={
        <>
          <PriceLine {...price} isBusy={isReading(state)} />
          <Button variant="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" variant="primary" icon="shield" disabled={!isReady}>
            {count === 0 ? text.certify : submit}
          </Button>
        </>
      }
    >
      <div className="stack">
        <ul className="drafts" aria-label={text.files}>
          {state.drafts.map((draft) => (
            <li key={draft.id}>
              <DraftRow draft={draft} standing={standingOf(draft, state)} sheet={sheet} />
            </li>
          ))}
        </ul>
        <MoreFiles onFiles={sheet.add} />
        <Choices
          label={text.keeps}
          value={state.sends}
          onChange={sheet.send}
          options={[
            { value: 'file', name: text.keepsFile, hint: text.keepsFileHint },
            { value: 'fingerprint', name: text.keepsFingerprint, hint: text.keepsFingerprintHint },
          ]}
          columns
        />
        {sealable > 0 && (
          <Checkbox label={text.seal} hint={text.sealHint} checked={wantsSeals} onChange={setWantsSeals} />
        )}
        <Disclosure summary={state.drafts.length > 1 ? text.sharedByAll : text.shared}>
          <div className="stack draft-shared">
            <Field
              label={text.type}
              hint={text.typeHint}
              optional
              maxLength={100}
              value={shared.document_type}
              onChange={(event) => setShared({ ...shared, document_type: event.target.value })}
            />
            <TextArea
              label={text.description}
              optional
              maxLength={5_000}
              rows={2}
              value={shared.description}
              onChange={(event) => setShared({ ...shared, description: event.target.value })}
            />
          </div>
        </Disclosure>
        <NothingLeft isTooMuch={price.isTooMuch} left={price.left} />
      </div>
    </Dialog>
  );
}

type Price = { uses: number; left: number | undefined; isTooMuch: boolean };

/** `left` is undefined in test mode, where nothing is used up. */
function usePrice(state: SheetState, copies: number): Price {
  const [mode] = useMode();
  const { data: me } = useMe();
  const uses = countedOf(state).length + copies;
  const left = mode === 'live' ? (me?.allowance.certificates_left ?? 0) : undefined;
  return { uses, left, isTooMuch: left !== undefined && uses > left };
}

function PriceLine({ uses, left, isTooMuch, isBusy }: Price & { isBusy: boolean }) {
  const text = useText(SHEET_TEXT);
  const formats = useFormats();
  const say = left === undefined ? text.free : text.uses(formats.number(uses), formats.number(left));
  return (
    <p className="draft-price" role="status" data-too-much={isTooMuch || undefined}>
      {isBusy ? text.reading : say}
    </p>
  );
}

function NothingLeft({ isTooMuch, left }: Pick<Price, 'isTooMuch' | 'left'>) {
  const text = useText(SHEET_TEXT);
  const [mode, setMode] = useMode();
  const service = useService();
  const formats = useFormats();
  if (mode === 'test')
    return service ? (
      <p className="muted small">{text.freeFor(formats.number(service.test_files_days))}</p>
    ) : null;
  if (!isTooMuch) return null;
  return (
    <Note tone="warn">
      <p>{left === 0 ? text.none : text.tooMany}</p>
      <p>
        <button type="button" className="text-button" onClick={() => setMode('test')}>
          {text.goTest}
        </button>
      </p>
    </Note>
  );
}

function MoreFiles({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const text = useText(SHEET_TEXT);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={text.more}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Button variant="quiet" size="small" icon="plus" onClick={() => picker.current?.click()}>
        {text.more}
      </Button>
    </div>
  );
}
