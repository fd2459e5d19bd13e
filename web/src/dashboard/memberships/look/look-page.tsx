import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Form } from '../../../ui/form.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { api, type Council } from '../../api.ts';
import { Page } from '../../page.tsx';
import { useChange } from '../../use-change.ts';
import { BadgePictureField } from './badge-picture-field.tsx';
import { LOOK } from './council-look.ts';
import { DiplomaPicture } from './diploma-picture.tsx';
import './look.css';
import { LookFields } from './look-fields.tsx';
import { SignatureFields } from './signature-fields.tsx';
import { TEXT } from './text.ts';

export function LookPage() {
  const text = useText(TEXT);
  const found = useQuery({
    queryKey: LOOK,
    queryFn: api.getCouncil,
    // A reload would discard what is being typed.
    refetchOnWindowFocus: false,
  });
  return (
    <Page title={text.title} intro={text.intro}>
      <Loaded found={found} lines={8} frame="card">
        {({ council }) => <Editor key={JSON.stringify(council)} saved={council} />}
      </Loaded>
    </Page>
  );
}

function Editor({ saved }: { saved: Council }) {
  const text = useText(TEXT);
  const [look, setLook] = useState(saved);
  const change = (changes: Partial<Council>) => setLook((before) => ({ ...before, ...changes }));
  const save = useChange(() => api.updateCouncil({ ...look, name: look.name.trim() || null }), {
    sets: LOOK,
    say: text.saved,
  });
  const isChanged = JSON.stringify(look) !== JSON.stringify(saved);
  return (
    <div className="look">
      <Form change={save} className="gap-large">
        <Card>
          <LookFields look={look} onChange={change} />
        </Card>
        <Card title={text.signatures} note={text.signaturesNote}>
          <SignatureFields signatures={look.signatures} onChange={(signatures) => change({ signatures })} />
        </Card>
        <Card title={text.badges} note={text.badgesNote}>
          <BadgePictureField sha256={look.badge_image} onChange={(badge_image) => change({ badge_image })} />
        </Card>
        <Card title={text.seals}>
          <Checkbox
            label={text.sealsDocuments}
            hint={text.sealsHint}
            checked={look.seals_documents}
            onChange={(on) => change({ seals_documents: on })}
          />
        </Card>
        <div className="row">
          <Button type="submit" variant="primary" icon="check" busy={save.isPending} disabled={!isChanged}>
            {text.save}
          </Button>
          <span className="muted small">{isChanged ? text.unsaved : text.isSaved}</span>
        </div>
      </Form>
      <div className="look-picture">
        <Card title={text.preview} note={text.previewNote}>
          <DiplomaPicture look={look} />
        </Card>
      </div>
    </div>
  );
}
