import { insights as german } from '../../messages/de/insights.ts';
import { insights as english } from '../../messages/en/insights.ts';
import { addTexts } from '../../messages/translate.ts';

// At once: the components of this page need them when they first render.
addTexts('insights', { en: english, de: german });
