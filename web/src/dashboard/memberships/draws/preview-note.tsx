import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Note } from '../../../ui/note.tsx';
import { TEXT } from './text.ts';
import { type Choice, usePreview } from './use-draw.ts';

/** How many would be drawn from how many candidates. An invalid choice is explained when the form is sent. */
export function PreviewNote({ choice }: { choice: Choice | undefined }) {
  const { preview: text } = useText(TEXT);
  const formats = useFormats();
  const { data, error } = usePreview(choice);
  if (choice === undefined || error) return null;
  if (data === undefined) return <p className="muted small">{text.wait}</p>;
  const { candidates, drawn, too_many: isTooMany } = data;
  if (isTooMany) return <Note tone="warn">{text.tooMany(formats.number(candidates))}</Note>;
  if (candidates === 0) return <Note tone="warn">{text.none}</Note>;
  return <Note>{text.some(formats.number(candidates), formats.number(drawn))}</Note>;
}
