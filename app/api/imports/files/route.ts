import { sendFile } from "@/lib/answers/imports/imports";
import { sendFile as operation } from "@/lib/contracts/ours/imports";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input, bytes, headers }) => ({
    body: await sendFile(context, input.query, { bytes, declaredBytes: Number(headers.get("content-length") ?? 0) }),
  }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
