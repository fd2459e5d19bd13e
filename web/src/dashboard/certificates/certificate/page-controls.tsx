/**
 * The controls of the certificate's public page: what it shows, whether it can be opened, and how often it was opened.
 */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { type Answer, api, type Certificate, type Input } from '../../api.ts';
import { useMay } from '../../may.tsx';
import { useChange } from '../../use-change.ts';
import { TEXT } from './text.ts';

type Page = Answer<'getCertificatePage'>['page'];

export function PageControls({ certificate: { id } }: { certificate: Certificate }) {
  const { data } = useQuery({
    queryKey: ['certificate-page', id],
    queryFn: () => api.getCertificatePage(id),
  });
  return data ? <Controls id={id} page={data.page} /> : null;
}

function Controls({ id, page }: { id: string; page: Page }) {
  const { page: text } = useText(TEXT);
  const formats = useFormats();
  const mayChange = useMay()('updateCertificatePage');
  const [isMoving, setMoving] = useState(false);
  const change = useChange(
    (to: NonNullable<Input<'updateCertificatePage', 1>>) => api.updateCertificatePage(id, to),
    { sets: ['certificate-page', id], saysRefusal: true },
  );
  return (
    <div className="page-controls stack gap-small">
      <p className="small">
        {page.views === 1 ? text.viewed : text.views(formats.number(page.views))}{' '}
        <span className="muted">{text.viewsNote}</span>
      </p>
      <Checkbox
        label={text.on}
        checked={page.is_on}
        disabled={!mayChange || change.isPending}
        onChange={(is_on) => change.mutate({ is_on })}
      />
      <Checkbox
        label={text.hide}
        hint={text.hideHint}
        checked={page.hides_names}
        disabled={!mayChange || change.isPending}
        onChange={(hides_names) => change.mutate({ hides_names })}
      />
      <p className="muted small">{page.names_account ? text.named : text.unnamed}</p>
      {mayChange && (
        <div className="row">
          <Button size="small" variant="quiet" icon="refresh" onClick={() => setMoving(true)}>
            {text.move}
          </Button>
        </div>
      )}
      {isMoving && <MoveDialog id={id} onClose={() => setMoving(false)} />}
    </div>
  );
}

function MoveDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { page: text } = useText(TEXT);
  const move = useChange(() => api.moveCertificatePage(id), {
    sets: ['certificate-page', id],
    awaits: [['certificate', id]],
    say: text.moved,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={text.moveTitle}
      submit={text.move}
      icon="refresh"
      danger
      change={move}
      onClose={onClose}
    >
      <p>{text.moveIntro}</p>
      <Note tone="warn">{text.moveWarning}</Note>
    </FormDialog>
  );
}
