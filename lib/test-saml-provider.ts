import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { auth } from "samlp";
import type { Certified } from "@/lib/test-certificate";
import { SAML_ISSUER } from "./test-identities";

type Person = { nameId: string; claims: Record<string, unknown> };
type Options = { signer: Certified; consumer: string; port: number };

/** A SAML provider on loopback that asks for no password: its page posts that it was `person`. Port 0: any that is free. */
export async function startSamlProvider({ signer, consumer, port }: Options) {
  const provider = {
    address: "",
    person: { nameId: "", claims: {} } as Person,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer((request, response) => {
    const query = Object.fromEntries(new URL(request.url ?? "/", "http://here").searchParams);
    const fail = (error: unknown) => response.writeHead(500).end(String(error));
    const respond = auth({
      ...{ issuer: SAML_ISSUER, cert: signer.certificate, key: signer.key, destination: consumer, recipient: consumer },
      ...{ signResponse: true, signAssertion: true, signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" },
      lifetimeInSeconds: 300,
      getPostURL: (_, __, ___, give) => give(null, consumer),
      getUserFromRequest: () => ({}),
      profileMapper: () => ({
        getClaims: () => provider.person.claims,
        getNameIdentifier: () => ({
          nameIdentifier: provider.person.nameId,
          nameIdentifierFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
        }),
      }),
      responseHandler: (answer) => {
        const fields = { SAMLResponse: answer.toString("base64"), RelayState: query.RelayState ?? "" };
        response.writeHead(200, { "content-type": "text/html" }).end(formOf(consumer, fields));
      },
    });
    respond({ method: "GET", query }, response, fail);
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  provider.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}

const formOf = (address: string, fields: Record<string, string>) => `<!doctype html>
<form method="post" action="${address}">
${Object.entries(fields)
  .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  .join("\n")}
</form>
<script>document.forms[0].submit()</script>`;
