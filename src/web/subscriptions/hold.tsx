import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../components/Button.tsx';
import { t } from '../messages/messages.ts';

/** How long a row stays with which something was done, and how long a second tap at its place does nothing. */
const stayMs = 4_000;
const secondTapMs = 600;

/** Undoes what was done with a row; undefined when there is nothing to undo. */
type Undo = (() => void) | undefined;

/** Keeps rows in their place for a moment after something was done with them: a payment was recorded, a deadline decided. */
export interface Hold<Data> {
  /** The data as they were before the first of the acts; without one, the present data. */
  readonly shown: Data;
  /** Does something with the row of a key. A second tap on the row does nothing. */
  readonly act: (key: string, action: () => Promise<Undo>) => Promise<void>;
  /** Undoes what was done with a row that is still shown. */
  readonly undoOf: (key: string) => Undo;
  /** For the element around the rows: they go when the pointer leaves it. */
  readonly onPointerLeave: (event: PointerEvent) => void;
}

/** See {@link Hold}. */
export function useHold<Data>(fresh: Data): Hold<Data> {
  const isHeld = useSignal(false);
  const done = useSignal<ReadonlyMap<string, () => void>>(new Map());
  const last = useRef(fresh);
  const acts = useRef(createActs()).current;
  if (!isHeld.value) last.current = fresh;
  const endIn = useLater(() => {
    if (acts.areBusy()) return endIn(secondTapMs);
    done.value = new Map();
    isHeld.value = false;
  });

  function note(key: string, undo: Undo) {
    const next = new Map(done.peek());
    if (undo === undefined) next.delete(key);
    else next.set(key, undo);
    done.value = next;
  }

  async function act(key: string, action: () => Promise<Undo>) {
    if (!acts.begin(key)) return;
    isHeld.value = true;
    try {
      note(key, await action());
      endIn(done.peek().has(key) ? stayMs : 0);
    } catch (error) {
      endIn(secondTapMs);
      throw error;
    } finally {
      acts.end(key);
    }
  }

  function undoOf(key: string): Undo {
    const undo = done.value.get(key);
    if (undo === undefined) return undefined;
    return () => {
      if (!acts.begin(key)) return;
      acts.end(key);
      undo();
      note(key, undefined);
      // Until the data have it again.
      endIn(secondTapMs);
    };
  }

  return {
    shown: last.current,
    act,
    undoOf,
    // A finger leaves whenever it is lifted.
    onPointerLeave: ({ pointerType }) => {
      if (pointerType === 'mouse' && isHeld.peek()) endIn(acts.msLeft());
    },
  };
}

/** Does something later, only the last time that it is asked to. */
function useLater(action: () => void): (ms: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (ms) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(action, ms);
  };
}

/** When something was done with which row, and what is under way. */
function createActs() {
  const busy = new Set<string>();
  const at = new Map<string, number>();
  const since = (ms = -Infinity) => performance.now() - ms;
  return {
    areBusy: () => busy.size > 0,
    /** Whether it may begin: nothing is under way with the row, and the last act was not a moment ago. */
    begin(key: string): boolean {
      const isSecond = busy.has(key) || since(at.get(key)) < secondTapMs;
      // A third tap is a second one of the second.
      at.set(key, performance.now());
      if (!isSecond) busy.add(key);
      return !isSecond;
    },
    end(key: string) {
      busy.delete(key);
      at.set(key, performance.now());
    },
    /** How long until a row may move under the pointer. */
    msLeft: () => Math.max(0, secondTapMs - since(Math.max(...at.values()))),
  };
}

const doneTexts = {
  paid: ['subscriptions.action.paid', 'subscriptions.paid.undo'],
  kept: ['overview.kept', 'overview.kept.undo'],
} as const;

interface DoneNoteProps {
  /** What was done; a payment, if nothing is said. */
  readonly what?: keyof typeof doneTexts;
  readonly name: string;
  readonly undo: () => void;
}

/** What takes the place of the buttons of a row with which something was done. */
export function DoneNote({ what = 'paid', name, undo }: DoneNoteProps) {
  const [done, label] = doneTexts[what];
  return (
    <>
      <span class="paid-mark">
        <span>{t(done)}</span> ✓
      </span>
      <Button aria-label={t(label, { name })} onClick={undo}>
        {t('common.undo')}
      </Button>
    </>
  );
}
