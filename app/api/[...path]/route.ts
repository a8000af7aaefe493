import { AppError } from "@/lib/http/problem";
import { problemReply } from "@/lib/routes/route";

const notFound = async () =>
  problemReply(new AppError("not_found", "There is nothing at this address."), crypto.randomUUID(), "unknown");

export { notFound as DELETE, notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT };
