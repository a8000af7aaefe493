import { checkElsewhere } from "@/lib/gateway/check-at-entry";
import { respondentRequest, startNothing } from "@/lib/routes/respondents";
import { refuse } from "@/lib/routes/route";
import { enter } from "@/lib/service/fielding/respondent-route";

type Segment = { params: Promise<{ surveyId: string }> };

/** A respondent's way into a survey. */
export const GET = async (request: Request, { params }: Segment): Promise<Response> =>
  enter((await params).surveyId, respondentRequest(request), checkElsewhere());

const refused = refuse("GET, HEAD");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT, startNothing as HEAD };
