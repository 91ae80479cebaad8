import type { Flag, Place, Word } from './completion.ts';

// The scripts need only the shell, and start no program while somebody types. Each script follows the words that are
// commands, and offers the words that may come next. After a flag whose values cannot be listed, the shell completes a
// path. Every word comes from the description of the program (letters, digits and dashes); only descriptions need quotes.
// The packages that were tried run the program at each Tab, and pass the typed text to `eval`.

/** The completions for bash, 3.2 or newer. */
export function bashScript(program: string, places: readonly Place[]): string {
  const values = flagsWithValues(places).filter(({ flag }) => flag.values.length > 0);
  return `_${program}() {
  local path='' word current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${patternOf(places)}) path="$path $word" ;;
    esac
  done
  COMPREPLY=()
  case "$path $previous" in
${values.map(({ pattern, flag }) => `    ${pattern}) COMPREPLY=($(compgen -W '${flag.values.join(' ')}' -- "$current")); return ;;`).join('\n')}
    ${patternOfFlags(places)}) return ;;
  esac
  case "$path" in
${places.map(({ path, words, flags }) => `    '${path}') COMPREPLY=($(compgen -W '${[...words, ...flags].map(({ word }) => word).join(' ')}' -- "$current")) ;;`).join('\n')}
  esac
}
complete -o default -F _${program} ${program}
`;
}

/** The completions for zsh. */
export function zshScript(program: string, places: readonly Place[]): string {
  const values = flagsWithValues(places).filter(({ flag }) => flag.values.length > 0);
  return `#compdef ${program}
_${program}() {
  local path_='' word previous=$words[CURRENT-1]
  local -a offered
  for word in $words[2,CURRENT-1]; do
    case "$path_ $word" in
      ${patternOf(places)}) path_="$path_ $word" ;;
    esac
  done
  case "$path_ $previous" in
${values.map(({ pattern, flag }) => `    ${pattern}) compadd -- ${flag.values.join(' ')}; return ;;`).join('\n')}
    ${patternOfFlags(places)}) _files; return ;;
  esac
  case "$path_" in
${places.map(({ path, words, flags }) => `    '${path}') offered=(${[...words, ...flags].map(describedForZsh).join(' ')}) ;;`).join('\n')}
  esac
  _describe ${program} offered
}
if [ "$funcstack[1]" = "_${program}" ]; then _${program} "$@"; else compdef _${program} ${program}; fi
`;
}

/** The completions for fish. */
export function fishScript(program: string, places: readonly Place[]): string {
  return `function __${program}_is_at
  set -l path ''
  for word in (commandline -opc)[2..-1]
    switch "$path $word"
      case ${places
        .slice(1)
        .map(({ path }) => `'${path}'`)
        .join(' ')}
        set path "$path $word"
    end
  end
  test "$path" = "$argv[1]"
end
complete -c ${program} -f
${places
  .flatMap(({ path, words, flags }) => {
    const at = `complete -c ${program} -n "__${program}_is_at '${path}'"`;
    return [
      ...words.map(({ word, meaning }) => `${at} -a ${word} -d ${quotedForFish(meaning)}`),
      ...flags.map((flag) => `${at} -l ${flag.word.slice(2)}${valueForFish(flag)} -d ${quotedForFish(flag.meaning)}`),
    ];
  })
  .join('\n')}
`;
}

/** The pattern of a shell for the paths of all commands. */
function patternOf(places: readonly Place[]): string {
  return places
    .slice(1)
    .map(({ path }) => `'${path}'`)
    .join(' | ');
}

function patternOfFlags(places: readonly Place[]): string {
  return flagsWithValues(places)
    .map(({ pattern }) => pattern)
    .join(' | ');
}

function flagsWithValues(places: readonly Place[]): { pattern: string; flag: Flag }[] {
  return places.flatMap(({ path, flags }) =>
    flags.filter(({ takesValue }) => takesValue).map((flag) => ({ pattern: `'${path} ${flag.word}'`, flag })),
  );
}

function describedForZsh({ word, meaning }: Word): string {
  return `'${word}:${meaning.replaceAll("'", String.raw`'\''`)}'`;
}

function valueForFish({ takesValue, values }: Flag): string {
  if (values.length > 0) return ` -x -a '${values.join(' ')}'`;
  return takesValue ? ' -r -F' : '';
}

function quotedForFish(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
