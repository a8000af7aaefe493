import { qualityOperations } from "@/lib/contracts/interfaces/quality";
import { callQuality } from "@/lib/gateway/call-quality";
import { accountIn, notFound, refuse, route } from "@/lib/routes/route";

/** The interface as it is, in its three versions: what each path has follows from its contract. */
const posts = new Map(
  qualityOperations.map((operation) => [
    operation.path,
    route({
      operation,
      handle: ({ context, input, headers }) =>
        callQuality(context, operation, { body: input.raw, accountId: accountIn(headers) }),
    }),
  ]),
);

type Segment = { params: Promise<{ path: string[] }> };
const noParams = { params: Promise.resolve({}) };

const at = async ({ params }: Segment) => posts.get(`/${(await params).path.join("/")}`);

export async function POST(request: Request, segment: Segment): Promise<Response> {
  const post = await at(segment);
  return post ? post(request, noParams) : notFound();
}

const refusePost = refuse("POST");
const refused = async (_: Request, segment: Segment) => ((await at(segment)) ? refusePost() : notFound());

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
