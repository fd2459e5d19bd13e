/** What the chosen files use up, said in the same words wherever files are chosen. */

import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Note } from '../../../ui/note.tsx';
import { useMode } from '../../mode.tsx';
import { useMe } from '../../people/session.ts';
import { SHEET_TEXT } from './sheet-text.ts';
import './uploads.css';

/** `left` is undefined in test mode, where nothing is used up. */
type Price = { uses: number; left: number | undefined; isTooMuch: boolean };

export function usePrice(uses: number): Price {
  const [mode] = useMode();
  const { data: me } = useMe();
  const left = mode === 'live' ? (me?.allowance.certificates_left ?? 0) : undefined;
  return { uses, left, isTooMuch: left !== undefined && uses > left };
}

/** `busy`: the text that is shown until the price is known. */
export function PriceLine({ uses, left, isTooMuch, busy }: Price & { busy?: string | undefined }) {
  const text = useText(SHEET_TEXT);
  const formats = useFormats();
  const say = left === undefined ? text.free : text.uses(formats.number(uses), formats.number(left));
  return (
    <p className="draft-price" role="status" data-too-much={isTooMuch || undefined}>
      {busy ?? say}
    </p>
  );
}

export function TooMuch({ isTooMuch, left }: Pick<Price, 'isTooMuch' | 'left'>) {
  const text = useText(SHEET_TEXT);
  const [, setMode] = useMode();
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
