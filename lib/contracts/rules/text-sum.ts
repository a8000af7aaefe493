/** FNV-1a as eight hexadecimal digits: tells texts apart, but not against someone who looks for two with one sum. */
export function textSum(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0");
}
