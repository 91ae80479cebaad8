const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The text that bytes are in UTF-8. Bytes that are not UTF-8 become lone surrogates, which no well-formed text contains: the check of their field refuses
 * them. The usual replacement character would be stored silently.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return decodeBrokenUtf8(bytes);
  }
}

function decodeBrokenUtf8(bytes: Uint8Array): string {
  // Two low surrogates: whatever precedes them, at least one stays alone.
  const brokenByte = '\udc00\udc00';
  // A replacement character that the client sent has bytes that are no part of another character.
  const sentReplacement = Buffer.from('\ufffd').toString('latin1');
  return Buffer.from(bytes)
    .toString('latin1')
    .split(sentReplacement)
    .map((piece) => lenientUtf8.decode(Buffer.from(piece, 'latin1')).replaceAll('\ufffd', brokenByte))
    .join('\ufffd');
}
