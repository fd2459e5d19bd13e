/** Creates a key, shows its secret once, and puts it into samples that are ready to run. */

import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Change } from '../../../ui/change.ts';
import { Choices } from '../../../ui/choices.tsx';
import { CodeTabs } from '../../../ui/code-tabs.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type ApiKeyWithSecret, api, type Mode } from '../../api.ts';
import { certifySamples } from '../../keys/samples/certify-samples.ts';
import { SAMPLE_TEXT } from '../../keys/samples/text.ts';
import { useMode } from '../../mode.tsx';
import type { QuickStart } from '../../own-api.ts';
import { ME, useSettings } from '../../people/session.ts';
import { useChange } from '../../use-change.ts';
import { TEXT } from './text.ts';

export function KeyCard({ steps }: { steps: QuickStart }) {
  const text = useText(TEXT);
  const [, setMode] = useMode();
  const make = useChange(api.createKey, {
    refreshes: [['keys'], ME],
    // Switches the pages to the key's mode, so that they show what the key creates.
    onDone: ({ key }) => setMode(key.mode),
  });
  const made = make.data?.key;
  const [wantsAnother, setWantsAnother] = useState(false);
  return (
    <Card title={text.makeKey.title} note={text.makeKey.note}>
      {made ? (
        <MadeKey made={made} hasCalled={steps.first_call} />
      ) : steps.key_made && !wantsAnother ? (
        <HasKey onAnother={() => setWantsAnother(true)} />
      ) : (
        <KeyForm isFirst={!steps.key_made} make={make} />
      )}
    </Card>
  );
}

/** For accounts that have a key already: a sample, and a button for another key. */
function HasKey({ onAnother }: { onAnother: () => void }) {
  const text = useText(TEXT);
  return (
    <div className="stack">
      <Samples label={text.samplesWithout} secret={text.placeholder} />
      <p className="small muted">{text.useYours}</p>
      <div className="row gap-small">
        <Button size="small" icon="plus" onClick={onAnother}>
          {text.makeKey.another}
        </Button>
        <ButtonLink size="small" variant="quiet" icon="key" href="/keys">
          {text.makeKey.manage}
        </ButtonLink>
      </div>
    </div>
  );
}

type KeyFormProps = { isFirst: boolean; make: Change<{ name: string; mode: Mode }> };

function KeyForm({ isFirst, make }: KeyFormProps) {
  const { makeKey: text } = useText(TEXT);
  const [shownMode] = useMode();
  const [chosen, choose] = useState<Mode>();
  const [typed, setTyped] = useState<string>();
  const mode = chosen ?? shownMode;
  const name = typed ?? (isFirst ? text.defaultName : text.anotherName);
  return (
    <Form change={make} onSubmit={() => make.mutate({ name: name.trim(), mode })}>
      <Field
        label={text.name}
        value={name}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
      />
      <Choices
        label={text.mode}
        value={mode}
        onChange={choose}
        options={[
          { value: 'live', name: text.live, hint: text.liveNote },
          { value: 'test', name: text.test, hint: text.testNote },
        ]}
        columns
      />
      <div>
        <Button type="submit" variant="primary" icon="key" busy={make.isPending}>
          {text.submit}
        </Button>
      </div>
    </Form>
  );
}

function MadeKey({ made, hasCalled }: { made: ApiKeyWithSecret; hasCalled: boolean }) {
  const { secret: text } = useText(TEXT);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone, so the heading takes the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack">
      <div className="secret">
        <h3 ref={heading} tabIndex={-1}>
          {text.title} <span className="muted">· {made.name}</span>
        </h3>
        <div className="secret-line">
          <output className="mono" aria-label={text.label}>
            {made.secret}
          </output>
          <CopyButton value={made.secret} label={text.copy} />
        </div>
        <p className="secret-warning small">
          <Icon name="alert" size={16} />
          {text.warning}
        </p>
      </div>
      <p>{text.try}</p>
      <Samples label={text.samples} secret={made.secret} />
      <div className="row row-apart">
        <p className="waiting small" role="status">
          {hasCalled ? (
            <>
              <Icon name="check" /> {text.called}
            </>
          ) : (
            <>
              <span className="pulse" /> {text.waiting}
            </>
          )}
        </p>
        <ButtonLink variant="quiet" size="small" icon="book" external href="/docs">
          {text.docs}
        </ButtonLink>
      </div>
    </div>
  );
}

function Samples({ label, secret }: { label: string; secret: string }) {
  const words = useText(SAMPLE_TEXT);
  const { data: settings } = useSettings();
  const baseUrl = settings?.base_url ?? location.origin;
  return <CodeTabs label={label} samples={certifySamples(baseUrl, secret, words)} />;
}
