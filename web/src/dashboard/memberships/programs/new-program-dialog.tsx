import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useLanguage } from '../../../i18n/language.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { api } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { programLink } from '../member-links.ts';
import { useDay } from '../use-day.ts';
import { EMPTY_RULES } from './program-draft.ts';
import { TEMPLATES_ES } from './template-text.ts';
import { loadTemplates, type Template } from './templates.ts';
import { TEXT } from './text.ts';

/** A new draft, with the rules of a real body or a minimal set. */
export function NewProgramDialog({ onClose }: { onClose: () => void }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [templateId, setTemplateId] = useState('');
  const { data: templates = [] } = useQuery({
    queryKey: ['templates'],
    queryFn: loadTemplates,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const template = templates.find(({ id }) => id === templateId);
  const create = useChange(
    () => {
      const { unit = 'puntos', rules = EMPTY_RULES, checklist = [] } = template?.program ?? {};
      return api.createProgram(
        { name: name.trim() || (template?.program.name ?? ''), unit, rules, checklist },
        { mode },
      );
    },
    { refreshes: [['programs']], onDone: ({ program }) => navigate(programLink(program.id)) },
  );
  return (
    <FormDialog title={text.newProgram} submit={text.createDraft} change={create} onClose={onClose}>
      <Select
        label={text.template}
        hint={text.templateHint}
        value={templateId}
        options={[
          { value: '', label: text.noTemplate },
          ...templates.map(({ id, body }) => ({ value: id, label: body })),
        ]}
        onChange={setTemplateId}
      />
      {template && <TemplateNotes template={template} />}
      <Field
        label={text.name}
        maxLength={200}
        required={template === undefined}
        placeholder={template?.program.name}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}

/** The sources of the rules, which belong to a real body and may have changed since. */
function TemplateNotes({ template }: { template: Template }) {
  const text = useText(TEXT);
  const language = useLanguage();
  const day = useDay();
  const { confirmed, notes } = (language === 'es' && TEMPLATES_ES[template.id]) || template;
  return (
    <div className="template-notes small">
      <p>
        <strong>{text.templateConfirmed}</strong> {confirmed.replace(/\.$/, '')}.
      </p>
      {notes && <p>{notes}</p>}
      <p className="muted">
        {text.templateSources} {template.read_on && text.templateReadOn(day(template.read_on))}
      </p>
      <ul>
        {template.sources.map((source) => (
          <li key={source}>
            <a href={source} target="_blank" rel="noopener noreferrer">
              {new URL(source).hostname}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
