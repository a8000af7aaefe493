import { notFound } from "@/lib/routes/route";

export { notFound as DELETE, notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT };
