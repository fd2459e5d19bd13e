/** Keeps what is typed into a search box. The list is requested only after a pause in typing. */

import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 300;

export function useWords(given: string, onWords: (words: string) => void) {
  const [words, setWords] = useState(given);
  const latest = useRef(onWords);
  latest.current = onWords;
  const sent = useRef(given);

  // The back button and clearing the filters change the address from outside.
  useEffect(() => {
    if (given !== sent.current) setWords(given);
    sent.current = given;
  }, [given]);

  useEffect(() => {
    if (words.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = words.trim();
      latest.current(words.trim());
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);

  return [words, setWords] as const;
}
