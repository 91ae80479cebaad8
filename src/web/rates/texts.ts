import * as german from '../messages/de/rates.ts';
import * as english from '../messages/en/rates.ts';
import { addTexts } from '../messages/translate.ts';

// At once: the components that use them need them when they first render.
addTexts({ en: english, de: german });
