import { encode } from 'uqr';

// What the standard wants around the code. Cameras do not find codes without it on a dark page.
const quietModules = 4;

/** A QR code as the path of its dark modules, in a square of `size` × `size` modules that includes the margin. */
export interface QrShape {
  readonly size: number;
  readonly path: string;
}

/** The QR code of a text of at most 2,331 bytes, with 15 % of it to spare for damage. */
export function qrShape(text: string): QrShape {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules });
  const bars = data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return { size, path: bars.join('') };
}

/** The runs of dark modules in a row: where each begins, and its length. */
function runsOf(row: readonly boolean[]): readonly (readonly [start: number, length: number])[] {
  const starts = row.flatMap((isDark, x) => (isDark && row[x - 1] !== true ? [x] : []));
  return starts.map((start) => {
    const end = row.indexOf(false, start);
    return [start, (end === -1 ? row.length : end) - start];
  });
}
