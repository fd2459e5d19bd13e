/** Finds certificates, members, courses and pages from anywhere, using only the keyboard. */

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useWords } from '../../../ui/use-words.ts';
import './palette.css';
import { PALETTE_TEXT } from './text.ts';
import { type FoundGroup, type Hit, useFound } from './use-found.ts';

const MOST_LETTERS = 200;

export function Palette({ onClose }: { onClose: () => void }) {
  const text = useText(PALETTE_TEXT);
  const dialog = useRef<HTMLDialogElement>(null);
  const [sought, setSought] = useState('');
  const [words, setWords] = useWords(sought, setSought);
  const [at, setAt] = useState(0);
  const [, navigate] = useLocation();
  const listId = useId();
  // Pages are searched at every keystroke; the server is asked after a pause.
  const { groups, isSearching } = useFound(words, sought);
  const hits = groups.flatMap((group) => group.hits);
  const current = hits[Math.min(at, hits.length - 1)];

  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  useEffect(() => {
    if (current) document.getElementById(idOf(listId, current))?.scrollIntoView({ block: 'nearest' });
  }, [current, listId]);

  const open = ({ href, isOutside }: Hit) => {
    onClose();
    if (isOutside) window.location.assign(href);
    else navigate(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, hits.length - 1) + step + hits.length) % hits.length);
    }
    if (event.key === 'Enter' && current && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(current);
    }
  };
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={text.title}
      closedby="any"
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className="palette-field">
        <Icon name="search" size={20} />
        <input
          type="text"
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-activedescendant={current && idOf(listId, current)}
          aria-autocomplete="list"
          aria-label={text.title}
          placeholder={text.hint}
          autoComplete="off"
          spellCheck={false}
          maxLength={MOST_LETTERS}
          value={words}
          onChange={(event) => {
            setAt(0);
            setWords(event.target.value);
          }}
        />
        <button type="button" className="palette-close" onClick={onClose}>
          Esc<span className="visually-hidden"> {text.close}</span>
        </button>
      </div>
      <Groups groups={groups} listId={listId} current={current} onOpen={open} />
      <p className="palette-end muted small" role="status">
        {hits.length === 0 && (isSearching ? text.searching : text.nothing)}
        {hits.length > 0 && isSearching && text.searching}
      </p>
    </dialog>
  );
}

type GroupsProps = {
  groups: readonly FoundGroup[];
  listId: string;
  current: Hit | undefined;
  onOpen: (hit: Hit) => void;
};

function Groups({ groups, listId, current, onOpen }: GroupsProps) {
  const text = useText(PALETTE_TEXT);
  return (
    <div className="palette-list" role="listbox" id={listId} aria-label={text.results} tabIndex={-1}>
      {groups.map(({ name, hits }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options within a listbox.
        <div key={name} role="group" aria-labelledby={`${listId}-${name}`}>
          <p className="palette-group" id={`${listId}-${name}`}>
            {text.groups[name]}
          </p>
          {hits.map((hit) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
            <div
              key={hit.key}
              id={idOf(listId, hit)}
              role="option"
              tabIndex={-1}
              aria-selected={hit === current}
              className="palette-hit"
              onClick={() => onOpen(hit)}
            >
              <Icon name={hit.icon} />
              <span className="palette-title">
                <bdi>{hit.title}</bdi>
              </span>
              {hit.note && (
                <span className="palette-note">
                  <bdi>{hit.note}</bdi>
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

const idOf = (listId: string, { key }: Hit): string => `${listId}-${key}`;
