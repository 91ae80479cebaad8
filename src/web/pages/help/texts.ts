import { signal, useSignalEffect } from '@preact/signals';
import { reconnections, reloadIfAnswering } from '../../api/connection.ts';
import { language } from '../../messages/messages.ts';
import { type Language, languages } from '../../messages/languages.ts';
import type { HelpTexts } from './pages.ts';

const loaded = signal<{ readonly [Name in Language]?: HelpTexts }>({});

async function load(wanted: Language): Promise<void> {
  const { default: texts } = await languages[wanted].help();
  loaded.value = { ...loaded.peek(), [wanted]: texts };
}

/** The help in the language of the user; undefined until it is loaded, which starts with the first component that needs it. */
export function useHelp(): HelpTexts | undefined {
  useSignalEffect(() => {
    void reconnections.value;
    const wanted = language.value;
    if (loaded.peek()[wanted] === undefined) load(wanted).catch(reloadIfAnswering);
  });
  return loaded.value[language.value];
}
