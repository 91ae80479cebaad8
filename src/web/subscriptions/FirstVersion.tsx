import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useResource } from '../api/resource.ts';
import { Dialog } from '../components/Dialog.tsx';
import { Loaded } from '../components/feedback.tsx';
import { loadVersion, type Version } from './api.ts';

interface FirstVersionProps {
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: (version: Version) => JSX.Element;
}

/** Reads the present version of a subscription for a dialog. What is typed there stays, whatever is written meanwhile. */
export function FirstVersion({ id, title, onClose, children }: FirstVersionProps) {
  const first = useSignal<Version | undefined>(undefined);
  const loaded = useResource(async (signal) => {
    first.value ??= await loadVersion(id, signal);
  });
  if (first.value !== undefined) return children(first.value);
  return (
    <Dialog title={title} onClose={onClose}>
      <Loaded resource={loaded} lines={6}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}
