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
import { useMode } from '../../mode.tsx';
import { useService } from '../../service.ts';
import { DraftRow } from './draft-row.tsx';
import { PriceLine, TooMuch, usePrice } from './price.tsx';
import { countedOf, isReading, type Sheet, sealableOf, standingOf, uploadsOf } from './sheet.ts';
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
  const [mode] = useMode();
  const [wantsSeals, setWantsSeals] = useState(false);
  const sealable = sealableOf(state).length;
  const count = countedOf(state).length;
  const price = usePrice(count + (wantsSeals ? sealable : 0));
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
          <PriceLine {...price} busy={isReading(state) ? text.reading : undefined} />
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
        {mode === 'test' ? <TestNote /> : <TooMuch isTooMuch={price.isTooMuch} left={price.left} />}
      </div>
    </Dialog>
  );
}

/** In test mode, how long files are kept. */
function TestNote() {
  const text = useText(SHEET_TEXT);
  const service = useService();
  const formats = useFormats();
  if (service === undefined) return null;
  return <p className="muted small">{text.freeFor(formats.number(service.test_files_days))}</p>;
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
