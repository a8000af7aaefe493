/** The part of the package that tests use; it has no types of its own. */
declare module "samlp" {
  type Mapped = { getClaims(): Record<string, unknown>; getNameIdentifier(): Record<string, string> };
  type Options = {
    issuer: string;
    cert: string;
    key: string;
    destination: string;
    recipient: string;
    audience?: string;
    inResponseTo?: string;
    signResponse: boolean;
    signAssertion: boolean;
    signatureAlgorithm: string;
    digestAlgorithm: string;
    lifetimeInSeconds: number;
    getPostURL(audience: string, request: unknown, from: unknown, give: (error: null, address: string) => void): void;
    getUserFromRequest(): object;
    profileMapper(): Mapped;
    responseHandler(response: Buffer): void;
  };
  type Request = { method: string; query: Record<string, string> };
  export function auth(options: Options): (request: Request, response: object, fail: (error: unknown) => void) => void;
}
