/** Takes files to certify and shows the progress of each. */

import { useEffect, useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { useMode } from '../../mode.tsx';
import { useMe } from '../../people/session.ts';
import { useService } from '../../service.ts';
import './uploads.css';
import { UPLOAD_TEXT } from './text.ts';
import { UploadList } from './upload-list.tsx';
import { isAcceptable, type Sent, type UploadDetails } from './upload-queue.ts';
import { useUploads } from './use-uploads.ts';

const NO_DETAILS = { title: '', document_type: '', description: '' };

export function CertifyZone({ withDetails = true }: { withDetails?: boolean }) {
  const text = useText(UPLOAD_TEXT);
  const [mode] = useMode();
  const { queue } = useUploads();
  const [details, setDetails] = useState<Required<UploadDetails>>(NO_DETAILS);
  const [isOpen, setOpen] = useState(false);
  const [asked, ask] = useState<readonly File[]>([]);
  const [sends, setSends] = useState<Sent>('file');
  useNoStrayDrops();

  const add = (files: readonly File[]) => {
    queue.add(files, mode, details, sends);
    setDetails(NO_DETAILS);
    ask([]);
  };
  // The price of a single file is shown beside the zone; that of several is confirmed first.
  const take = (files: readonly File[]) =>
    mode === 'live' && countAcceptable(files, sends) > 1 ? ask(files) : add(files);
  const hint = sends === 'fingerprint' ? text.hintFingerprint : mode === 'test' ? text.hintTest : text.hint;
  return (
    <div className="stack">
      <Choices
        label={text.sends}
        value={sends}
        onChange={setSends}
        options={[
          { value: 'file', name: text.sendsFile, hint: text.sendsFileHint },
          { value: 'fingerprint', name: text.sendsFingerprint, hint: text.sendsFingerprintHint },
        ]}
        columns
      />
      <DropZone label={text.drop} hint={hint} multiple onFiles={take} />
      {mode === 'live' && asked.length > 0 && (
        <SeveralFiles
          wanted={countAcceptable(asked, sends)}
          onGo={() => add(asked)}
          onCancel={() => ask([])}
        />
      )}
      <div className="certify-foot">
        {withDetails && (
          <Button
            variant="quiet"
            size="small"
            icon={isOpen ? 'chevron' : 'plus'}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {text.details}
          </Button>
        )}
        <Allowance />
      </div>
      {isOpen && <DetailFields details={details} onChange={setDetails} />}
      <UploadList />
    </div>
  );
}

function countAcceptable(files: readonly File[], sends: Sent): number {
  return files.filter((file) => isAcceptable(file, sends)).length;
}

type SeveralFilesProps = { wanted: number; onGo: () => void; onCancel: () => void };

function SeveralFiles({ wanted, onGo, onCancel }: SeveralFilesProps) {
  const text = useText(UPLOAD_TEXT);
  const formats = useFormats();
  const { data: me } = useMe();
  const left = me?.allowance.certificates_left ?? 0;
  const isEnough = wanted <= left;
  const words = isEnough ? text.several : text.tooMany;
  return (
    <div className="stack gap-small" role="alert">
      <Note tone={isEnough ? 'info' : 'warn'}>{words(formats.number(wanted), formats.number(left))}</Note>
      <div className="row gap-small">
        {isEnough && (
          <Button variant="primary" icon="shield" onClick={onGo}>
            {text.certifySeveral(formats.number(wanted))}
          </Button>
        )}
        <Button onClick={onCancel}>{text.notNow}</Button>
      </div>
    </div>
  );
}

function Allowance() {
  const text = useText(UPLOAD_TEXT);
  const formats = useFormats();
  const [mode, setMode] = useMode();
  const { data: me } = useMe();
  const service = useService();
  const left = me?.allowance.certificates_left;
  if (mode === 'test') {
    const words = service ? text.freeFor(formats.number(service.test_files_days)) : text.free;
    return <p className="muted small">{words}</p>;
  }
  if (left === 0) {
    return (
      <Note tone="warn">
        <p>{text.none}</p>
        <p>
          <button type="button" className="text-button" onClick={() => setMode('test')}>
            {text.goTest}
          </button>
        </p>
      </Note>
    );
  }
  if (left === undefined) return null;
  return <p className="muted small">{left === 1 ? text.costsLast : text.costs(formats.number(left))}</p>;
}

type DetailFieldsProps = {
  details: Required<UploadDetails>;
  onChange: (details: Required<UploadDetails>) => void;
};

function DetailFields({ details, onChange }: DetailFieldsProps) {
  const text = useText(UPLOAD_TEXT);
  return (
    <div className="upload-details">
      <p className="muted small upload-details-note">{text.detailsNote}</p>
      <Field
        label={text.title}
        hint={text.titleHint}
        optional
        maxLength={500}
        value={details.title}
        onChange={(event) => onChange({ ...details, title: event.target.value })}
      />
      <Field
        label={text.type}
        hint={text.typeHint}
        optional
        maxLength={100}
        value={details.document_type}
        onChange={(event) => onChange({ ...details, document_type: event.target.value })}
      />
      <TextArea
        label={text.description}
        optional
        maxLength={5_000}
        rows={2}
        value={details.description}
        onChange={(event) => onChange({ ...details, description: event.target.value })}
      />
    </div>
  );
}

/** Otherwise the browser would open a file dropped beside the zone and leave the page. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const keepHere = (event: DragEvent) => {
      const isForInput = event.target instanceof HTMLInputElement && event.target.type === 'file';
      if (!isForInput) event.preventDefault();
    };
    window.addEventListener('dragover', keepHere);
    window.addEventListener('drop', keepHere);
    return () => {
      window.removeEventListener('dragover', keepHere);
      window.removeEventListener('drop', keepHere);
    };
  }, []);
}
