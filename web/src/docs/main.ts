import './docs.css';
import { markStyles } from './mark-styles.ts';

// Its parts make style elements as soon as they are loaded, so the mark must be there before them.
markStyles();
const { showReference } = await import('./reference.ts');
showReference();
