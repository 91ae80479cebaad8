import { reminders as german } from '../../messages/de/reminders.ts';
import { reminders as english } from '../../messages/en/reminders.ts';
import { addTexts } from '../../messages/translate.ts';

// At once: the components of this page need them when they first render.
addTexts('reminders', { en: english, de: german });
