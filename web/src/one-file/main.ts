/** `verify.html`: the page `/verify` in a single file, which works from a disk and without a network. */

// In this order: the words of a page are chosen when its script is read, and the script looks for its elements.
import './choose-language.ts';
import './write-page.ts';
import '../public/public.css';
import '../public/verify-zone.ts';
