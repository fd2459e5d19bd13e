import './docs.css';
import { markStyles } from './mark-styles.ts';

// Must run first, because Scalar makes style elements as soon as it is loaded.
markStyles();
const { showReference } = await import('./reference.ts');
showReference();
