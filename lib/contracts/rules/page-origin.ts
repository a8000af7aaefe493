const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The origin of pages as a browser sends it, from an address that somebody wrote: `https://shop.example`, with its port
 * where it has one. Null: no origin, or one whose pages anybody on the way could change (`http`, unless on this machine).
 */
export function pageOrigin(text: string): string | null {
  const address = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (!address) return null;
  const isSecure = address.protocol === "https:" || (address.protocol === "http:" && loopback.has(address.hostname));
  const isWhole = address.pathname === "/" && !/[?#@*]/.test(text);
  return isSecure && isWhole ? address.origin : null;
}
