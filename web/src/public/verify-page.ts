/** The script of `/verify`. */

import '../ui/typeface.css';
import './public.css';
import './verify-zone.ts';
