import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import type { Council } from '../../api.ts';
import { ImageField } from './image-field.tsx';
import { TEXT } from './text.ts';

type Signature = Council['signatures'][number];
type SignatureFieldsProps = {
  signatures: readonly Signature[];
  onChange: (signatures: Signature[]) => void;
};

const MOST = 2;

export function SignatureFields({ signatures, onChange }: SignatureFieldsProps) {
  const text = useText(TEXT);
  const put = (index: number, changes: Partial<Signature>) =>
    onChange(signatures.map((one, at) => (at === index ? { ...one, ...changes } : one)));
  return (
    <div className="stack gap-large">
      {signatures.map((signature, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: left and right are what tells them apart.
        <fieldset key={index} className="look-signature stack">
          <legend className="visually-hidden">{signature.name || text.signatures}</legend>
          <div className="look-colors">
            <Field
              label={text.signer}
              maxLength={200}
              value={signature.name}
              onChange={({ target }) => put(index, { name: target.value })}
            />
            <Field
              label={text.office}
              maxLength={200}
              value={signature.office}
              onChange={({ target }) => put(index, { office: target.value })}
            />
          </div>
          <ImageField
            label={signature.name || text.signatures}
            choose={text.chooseSignature}
            remove={text.removeImage}
            sha256={signature.image}
            onChange={(image) => put(index, { image })}
          />
          <div>
            <Button
              variant="quiet"
              size="small"
              icon="trash"
              onClick={() => onChange(signatures.filter((_, at) => at !== index))}
            >
              {text.removeSignature}
            </Button>
          </div>
        </fieldset>
      ))}
      {signatures.length < MOST && (
        <div>
          <Button
            size="small"
            icon="plus"
            onClick={() => onChange([...signatures, { name: '', office: '', image: null }])}
          >
            {text.addSignature}
          </Button>
        </div>
      )}
    </div>
  );
}
