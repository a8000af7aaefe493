import { IN_ADDRESS, type Room } from "@/lib/http/read-by-ids";

/** Our own service, in-process, has no address: a page is its only bound. */
const IN_PROCESS: Room = { ids: 500, chars: Number.POSITIVE_INFINITY };

/** How many ids a call to the demand interface may ask for. */
export const roomOf = ({ demand }: { demand: { url: string | null } }): Room =>
  demand.url === null ? IN_PROCESS : IN_ADDRESS;
