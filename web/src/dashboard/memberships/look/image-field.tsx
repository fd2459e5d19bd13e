import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Note } from '../../../ui/note.tsx';
import { api, links } from '../../api.ts';
import { useChange } from '../../use-change.ts';
import { TEXT } from './text.ts';

type ImageFieldProps = {
  label: string;
  choose: string;
  remove: string;
  hint?: string;
  accept?: string;
  sha256: string | null;
  onChange: (sha256: string | null) => void;
};

/** Uploads the picture at once, so that it can be shown; the server keeps it only if the form is saved with it. */
export function ImageField({ label, choose, remove, hint, accept, sha256, onChange }: ImageFieldProps) {
  const text = useText(TEXT);
  const send = useChange(api.uploadCouncilImage, { onDone: ({ image }) => onChange(image.sha256) });
  return (
    <div className="stack gap-small">
      {send.error && <Note tone="bad">{send.error.message}</Note>}
      {sha256 === null ? (
        <DropZone
          label={choose}
          hint={hint ?? text.imageHint}
          accept={accept ?? 'image/png,image/jpeg'}
          onFiles={([file]) => file && send.mutate(file)}
        />
      ) : (
        <div className="look-image">
          <img src={links.getCouncilImage(sha256)} alt={label} />
          <Button size="small" icon="trash" onClick={() => onChange(null)}>
            {remove}
          </Button>
        </div>
      )}
    </div>
  );
}
