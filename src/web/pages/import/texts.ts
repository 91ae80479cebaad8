import { imports as german } from '../../messages/de/imports.ts';
import { imports as english } from '../../messages/en/imports.ts';
import { addTexts } from '../../messages/translate.ts';

// At once: the components of this page need them when they first render.
addTexts('imports', { en: english, de: german });
