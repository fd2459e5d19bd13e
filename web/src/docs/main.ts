import './docs.css';
import { markStyles } from './mark-styles.ts';

// Scalar makes style elements as soon as it is loaded, so this must run before.
markStyles();
const { showReference } = await import('./reference.ts');
showReference();
