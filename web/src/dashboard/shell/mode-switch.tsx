import { useText } from '../../i18n/use-text.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Mode } from '../api.ts';
import { useMode } from '../mode.tsx';
import { SHELL_TEXT } from './text.ts';

const MODES: readonly Mode[] = ['live', 'test'];

export function ModeSwitch() {
  const [mode, setMode] = useMode();
  const text = useText(SHELL_TEXT);
  return (
    <fieldset className="mode-switch">
      <legend className="visually-hidden">{text.mode}</legend>
      {MODES.map((one) => (
        <label key={one} className={`mode-${one}`}>
          <input
            type="radio"
            name="mode"
            className="visually-hidden"
            checked={mode === one}
            onChange={() => setMode(one)}
          />
          <span>{text.modes[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A banner, so that nobody mistakes a test certificate for a real one. */
export function TestStrip() {
  const [mode, setMode] = useMode();
  const text = useText(SHELL_TEXT);
  if (mode === 'live') return null;
  return (
    <div className="test-strip">
      <Icon name="info" />
      <p>
        <strong>{text.testStrip}.</strong> {text.testStripNote}
      </p>
      <button type="button" onClick={() => setMode('live')}>
        {text.goLive}
      </button>
    </div>
  );
}
