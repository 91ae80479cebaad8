import * as german from '../../../messages/de/form.ts';
import * as english from '../../../messages/en/form.ts';
import { addTexts } from '../../../messages/translate.ts';

// At once: the components that use them need them when they first render.
addTexts({ en: english, de: german });
