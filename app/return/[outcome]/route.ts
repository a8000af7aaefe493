import { respondentRequest, startNothing } from "@/lib/routes/respondents";
import { refuse } from "@/lib/routes/route";
import { returnFromSurvey } from "@/lib/service/fielding/respondent-route";

type Segment = { params: Promise<{ outcome: string }> };

/** A respondent's way back from a survey, by one of its redirects. */
export const GET = async (request: Request, { params }: Segment): Promise<Response> =>
  returnFromSurvey((await params).outcome, respondentRequest(request));

const refused = refuse("GET, HEAD");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT, startNothing as HEAD };
