import { DetailLink } from '../../components/content.tsx';
import { firstLetterOf } from '../../format/text.ts';

interface RowWordsProps {
  readonly id: string;
  readonly name: string;
  /** What there is to say; undefined says nothing. */
  readonly facts: readonly (string | undefined | null)[];
}

/** What a row of the overview is about: the name, which opens it, and a line of facts. */
export function RowWords({ id, name, facts }: RowWordsProps) {
  const text = facts.filter(Boolean).join(' · ');
  return (
    <>
      <span class="tile" aria-hidden="true">
        {firstLetterOf(name)}
      </span>
      <div class="due-words">
        <DetailLink class="due-name" id={id} name={name} />
        <p class="due-when" title={text}>
          {text}
        </p>
      </div>
    </>
  );
}
