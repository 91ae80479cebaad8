import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type * as Drawing from '../format/qr.ts';

/** A text as a QR code, for the camera of another device. The code that draws it loads when it is first shown. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const shape = useSignal<Drawing.QrShape | undefined>(undefined);
  useEffect(() => {
    let isShown = true;
    const show = ({ qrShape }: typeof Drawing) => {
      if (isShown) shape.value = qrShape(text);
    };
    // Without it, the text beside it does. To load the page anew would lose that text.
    import('../format/qr.ts').then(show, () => undefined);
    return () => void (isShown = false);
  }, [text]);

  if (shape.value === undefined) return <div class="qr" aria-hidden="true" />;
  const { size, path } = shape.value;
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
