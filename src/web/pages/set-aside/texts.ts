import * as german from '../../messages/de/setAside.ts';
import * as english from '../../messages/en/setAside.ts';
import { addTexts } from '../../messages/translate.ts';

// At once: the components that use them need them when they first render.
addTexts({ en: english, de: german });
