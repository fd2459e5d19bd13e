import { useText } from '../i18n/use-text.ts';
import { UI_TEXT } from './text.ts';

/** A placeholder while data loads, so that the page does not jump. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const text = useText(UI_TEXT);
  return (
    <div className="skeleton" role="status" aria-label={text.loading}>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key) => (
        <i key={key} />
      ))}
    </div>
  );
}
