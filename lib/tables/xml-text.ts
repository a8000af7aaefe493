const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as XML has it between tags or within an attribute. */
export const escapedXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
