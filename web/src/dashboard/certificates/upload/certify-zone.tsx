/** Takes files to certify and shows the progress of each. */

import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { useMode } from '../../mode.tsx';
import { useMe } from '../../people/session.ts';
import { SHEET_TEXT } from './sheet-text.ts';
import { UploadList } from './upload-list.tsx';
import { useCertify, usePageDrop } from './use-certify.tsx';

export function CertifyZone() {
  const text = useText(SHEET_TEXT);
  const { take, sheet } = useCertify();
  usePageDrop(take);
  return (
    <div className="stack">
      <DropZone label={text.dropZone} hint={text.nothingYet} multiple onFiles={take} />
      <Left />
      <UploadList />
      {sheet}
    </div>
  );
}

function Left() {
  const text = useText(SHEET_TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const { data: me } = useMe();
  const left = me?.allowance.certificates_left;
  if (mode === 'test') return <p className="muted small">{text.free}</p>;
  if (left === undefined) return null;
  return <p className="muted small">{left === 1 ? text.leftOne : text.left(formats.number(left))}</p>;
}
