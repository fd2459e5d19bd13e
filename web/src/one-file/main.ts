/** `verify.html`: the page `/verify` in a single file, which works from a disk and without a network. */

// The order matters: as soon as it is loaded, the script chooses the words of the page and looks for the page's
// elements.
import './choose-language.ts';
import './write-page.ts';
import '../public/public.css';
import '../public/verify-zone.ts';
