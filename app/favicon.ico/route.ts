/** Browsers ask here by themselves while a page's own link to its icon is not there yet. */
export const GET = () => new Response(null, { status: 308, headers: { location: "/icon.svg" } });
