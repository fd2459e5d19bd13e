import { useText } from '../../../i18n/use-text.ts';
import { Note } from '../../../ui/note.tsx';
import { ImageField } from './image-field.tsx';
import { TEXT } from './text.ts';

type BadgePictureFieldProps = {
  sha256: string | null;
  error?: string | undefined;
  onChange: (sha256: string | null) => void;
};

/** The picture into which badges are written. */
export function BadgePictureField({ sha256, error, onChange }: BadgePictureFieldProps) {
  const text = useText(TEXT);
  return (
    <div className="stack gap-small">
      <p className="field-label">{text.badgePicture}</p>
      {error !== undefined && <Note tone="bad">{error}</Note>}
      <ImageField
        label={text.badgePicture}
        choose={text.chooseBadge}
        remove={text.removeBadge}
        hint={text.badgeHint}
        accept="image/png"
        sha256={sha256}
        onChange={onChange}
      />
    </div>
  );
}
