/**
 * Decodes whole texts in an encoding. Not a plain `decode`: Node 20 takes windows-1252 for ISO 8859-1 there, which
 * loses the euro sign, dashes and curly quotation marks; as a stream it decodes it right.
 */
export function textDecoder(encoding: string): (bytes: Uint8Array | undefined) => string {
  const decoder = new TextDecoder(encoding);
  // A single byte is a whole letter, so nothing is held back from one text for the next.
  if (decoder.encoding === "windows-1252") return (bytes) => decoder.decode(bytes, { stream: true });
  return (bytes) => decoder.decode(bytes);
}
